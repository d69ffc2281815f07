/** What the page itself says when the server cannot, and which goodbyes pass. */
import type { Reason } from '@/server/wire'

export const OFFLINE: Reason = {
  code: 'offline',
  clause: '',
  text: {
    de: 'Die Verbindung ist weg: Das geht erst wieder, wenn sie zurück ist.',
    en: 'The connection is gone: this works again when it is back.',
  },
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
    text: by
      ? { de: `${by} möchte, dass der Zug liegen bleibt.`, en: `${by} wants the move to stand.` }
      : { de: 'Das Spiel ging weiter: Der Zug bleibt liegen.', en: 'The game went on: the move stands.' },
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
