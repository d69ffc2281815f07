/** Fetches all pages of a replay. */
import type { Replay } from '@/protocol/types'
import { get } from '@/server/api'

/** A game through one pair of eyes, null for those of everybody. */
export async function replayOf(code: string, seat: number | null, token: string | null, lang: string): Promise<Replay> {
  const path = `/tables/${encodeURIComponent(code)}/replay?lang=${lang}${seat === null ? '' : `&seat=${seat}`}`
  const whole = await get<Replay>(path, token)
  let next = whole.next
  while (next !== null) {
    const page: Replay = await get<Replay>(`${path}&after=${next}`, token)
    whole.frames.push(...page.frames)
    next = page.next
  }
  return { ...whole, next }
}
