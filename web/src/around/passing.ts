/** News of a few seconds while the game goes on: they move nothing, and cover no more than the game's name. */
import type { Session } from '@/client/session.svelte'
import { words } from '@/i18n/lang.svelte'

const w = words({
  de: { returned: '{name} ist wieder da.', hinted: '{name} holt sich einen Tipp vom Coach.' },
  en: { returned: '{name} is back.', hinted: '{name} takes a hint from the coach.' },
})

/** '': there are none. */
export function passing(session: Session): string {
  const hinted = session.notices.hinted.now
  if (hinted) return w('hinted', { name: session.name(hinted.seat) })
  const { returned } = session.away
  return returned === null || returned === session.you ? '' : w('returned', { name: session.name(returned) })
}
