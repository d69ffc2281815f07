/** What the page itself says when the server cannot, and which goodbyes pass. */
import type { Reason } from '@/server/wire'
import { bilingual } from '@/texts/errors'

export const OFFLINE: Reason = {
  code: 'offline',
  clause: '',
  text: bilingual('offline'),
}

export const STANDS = 'stands'

/**
 * A question to take a move back ended without a yes: somebody said no, or ('') the game went on before all had
 * answered.
 */
export function stands(by: string): Reason {
  return {
    code: STANDS,
    clause: '',
    text: by ? bilingual('stands_by', { by }) : bilingual('stands'),
  }
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
