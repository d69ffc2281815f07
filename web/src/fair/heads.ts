/**
 * Chains the events that a seat was told, as src/tischlein/engine/play/event_chain.py describes it: the same steps,
 * the same bytes.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

const BYTES = 16
export const START = '00'.repeat(BYTES)

/** The head after each event of those that follow the head `before`. */
export function heads(events: readonly unknown[], before = START): string[] {
  let head = hexToBytes(before)
  return events.map((event) => {
    head = sha256(Uint8Array.from([...head, ...new TextEncoder().encode(canonical(event, 'text'))])).slice(0, BYTES)
    return bytesToHex(head)
  })
}

/** JSON with sorted keys and without spaces, and without one key. */
function canonical(value: unknown, without = ''): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).filter(([name]) => name !== without)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`)
    .join()}}`
}

/** In place of a head that a device does not know, since another one was told these events. */
export const UNKNOWN = ''

/** The number of the first event, from 1, that was told differently from what was played; null if there is none. */
export function firstDifference(told: readonly string[], played: readonly string[]): number | null {
  const place = told.findIndex((head, place) => head !== UNKNOWN && head !== played[place])
  return place < 0 ? null : place + 1
}
