/** News of a few seconds while the game goes on: they move nothing, and cover no more than the game's name. */
import type { Session } from '@/session/session.svelte'
import { texts } from '@/texts/play'

const w = texts('passing')

/** '': there are none. */
export function passing(session: Session): string {
  const advised = session.notices.advised.now
  if (advised) return w('advised', { name: session.name(advised.seat) })
  const given = session.notices.given.now
  if (given) return given.seat === session.you ? w('more_you') : w('more', { name: session.name(given.seat) })
  const { news } = session.away
  if (news === null || news.seat === session.you) return ''
  return w(news.back ? 'returned' : 'went', { name: session.name(news.seat) })
}
