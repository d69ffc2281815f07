/** What the page itself says when the server cannot, and which goodbyes pass. */
import type { Reason } from './wire'

export const OFFLINE: Reason = {
  code: 'offline',
  clause: '',
  text: {
    de: 'Die Verbindung ist weg: Das geht erst wieder, wenn sie zurück ist.',
    en: 'The connection is gone: this works again when it is back.',
  },
}

/** A server that stops, or a line that was too slow: it is worth coming back. */
export const PASSING: ReadonlySet<string> = new Set([
  'broken', 'closing', 'house_full', 'moved', 'slow', 'store', 'too_fast', 'too_many_sockets',
])
