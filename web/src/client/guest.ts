/** Who somebody is to a server that asks for one try each: a random key of this browser, and nothing about the person. */
import { recall, remember } from './storage'

const BYTES = 32

export function guestKey(): string {
  const known = recall('guest', '')
  if (/^[0-9a-f]{64}$/.test(known)) return known
  const drawn = Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  remember('guest', drawn)
  return drawn
}

/** May somebody still play this deal today? Then nothing of it is shown. */
export function isClosed(deal: string | null | undefined, at = new Date()): boolean {
  return deal?.split('/')[1] === at.toISOString().slice(0, 10)
}
