/** What a player's device adds to a shuffle that can be checked, as src/tischlein/engine/play/fair.py describes it. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const BYTES = 32

export function newShare(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(BYTES)))
}

export function promise(share: string): string {
  return hash('tischlein fair 1 share', share)
}

/** Tells the keys to seats apart without being one. */
export function fingerprint(token: string): string {
  return hash('tischlein seat', token)
}

function hash(...lines: string[]): string {
  return bytesToHex(sha256(new TextEncoder().encode(lines.join('\n'))))
}
