/**
 * The shuffle that players can check, as src/tischlein/engine/play/fair.py describes it: the same steps, the same
 * bytes.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export const CONSTRUCTION = 1
const NAME = `tischlein fair ${CONSTRUCTION}`
const BYTES = 32

export function newShare(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(BYTES)))
}

export function commitment(table: string, secret: string): string {
  return hash(`${NAME} secret`, table, secret)
}

export function promise(share: string): string {
  return hash(`${NAME} share`, share)
}

/** Tells the keys to seats apart without being one. */
export function fingerprint(token: string): string {
  return hash('tischlein seat', token)
}

export function key(
  secret: string,
  table: string,
  game: string,
  promises: readonly (string | null)[],
  shares: readonly (string | null)[],
): Uint8Array {
  const seats = promises.map((promised, seat) => `${promised ?? '-'} ${shares[seat] ?? '-'}`)
  return hmac(sha256, bytes(secret), ascii([`${NAME} key`, table, game, ...seats].join('\n')))
}

/** The number of this name, one of `n` equally likely ones from 0 on. */
export function outcome(key: Uint8Array, name: string, n: number): number {
  const limit = 2 ** 32 - (2 ** 32 % n)
  for (let block = 0; ; block++) {
    const digest = hmac(sha256, key, ascii(`${NAME} outcome ${name} ${block}`))
    const words = new DataView(digest.buffer, digest.byteOffset)
    for (let place = 0; place < 32; place += 4) {
      const x = words.getUint32(place)
      if (x < limit) return x % n
    }
  }
}

function hash(...lines: string[]): string {
  return bytesToHex(sha256(ascii(lines.join('\n'))))
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
