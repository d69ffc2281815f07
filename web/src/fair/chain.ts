/**
 * Chains the facts that a seat was told, as src/tischlein/engine/play/chain.py describes it: the same steps, the same
 * bytes.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Facts, Opening } from '@/protocol/types'

const BYTES = 16
const SPECTATOR = -3

/** In place of a head that a device does not know, since another one was told these steps. */
export const UNKNOWN = ''

/** A step with the whole concealed record after it. */
export interface Step {
  actor: number
  action: number
  undone: number
  marks: number
  record: Uint8Array
}

/** The head of an opening, for a seat or for a spectator. */
export function firstHead({ game, version, layout, record }: Opening, you: number | null): string {
  const lines = ['tischlein steps 1', game, version, layout, you ?? SPECTATOR, '']
  return cut(new TextEncoder().encode(lines.join('\n')), fromBase64(record))
}

/** The head after a step. */
export function nextHead(head: string, { actor, action, undone, record }: Step): string {
  const numbers = new DataView(new ArrayBuffer(5))
  numbers.setInt8(0, actor)
  numbers.setInt16(1, action, true)
  numbers.setInt16(3, undone, true)
  return cut(hexToBytes(head), new Uint8Array(numbers.buffer), record)
}

/** The steps of a message, with whole records; `before` is the record before the first of them. */
export function steps(facts: Facts, before: Uint8Array): Step[] {
  let record = before
  return facts.steps.map(([actor, action, undone, marks, changes]) => {
    record = changed(record, fromBase64(changes))
    return { actor, action, undone, marks, record }
  })
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

function changed(before: Uint8Array, changes: Uint8Array): Uint8Array {
  const record = before.slice()
  let place = 0
  for (let at = 0; at < changes.length;) {
    const [low = 0, high = 0, size = 0] = changes.subarray(at, at + 3)
    place += low | (high << 8)
    record.set(changes.subarray(at + 3, at + 3 + size), place)
    place += size
    at += 3 + size
  }
  return record
}

function cut(...parts: Uint8Array[]): string {
  const hash = sha256.create()
  for (const part of parts) hash.update(part)
  return bytesToHex(hash.digest().slice(0, BYTES))
}

/** The number of the first step, from 1, that was told differently from what was played; null if there is none. */
export function firstDifference(told: readonly string[], played: readonly string[]): number | null {
  const place = told.findIndex((head, place) => head !== UNKNOWN && head !== played[place])
  return place < 0 ? null : place + 1
}
