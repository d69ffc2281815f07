/** What the page itself says when the server cannot, and which goodbyes pass. */
import type { Reason } from '@/server/wire'
import { bilingual } from '@/texts/errors'

export const OFFLINE: Reason = {
  code: 'offline',
  clause: '',
  text: bilingual('offline'),
}

export const STANDS = 'stands'

const WITHOUT_YES = {
  refused: 'stands_by',
  moved: 'stands',
  expired: 'stands_expired',
  away: 'stands_away',
} as const

/** How a request to take a move back ended without a yes; `by` is the player who refused, moved or went away. */
export function stands(how: keyof typeof WITHOUT_YES, by: string): Reason {
  return { code: STANDS, clause: '', text: bilingual(WITHOUT_YES[how], { by }) }
}

/** A server that stops, or a line that was too slow: it is worth coming back. */
export const PASSING: ReadonlySet<string> = new Set([
  'broken',
  'closing',
  'house_full',
  'moved',
  'slow',
  'store',
  'too_fast',
  'too_many_sockets',
])
