/**
 * Adds the randomness of this device to a shuffle: first a promise, and the share itself only when all promises are known and this
 * one is among them. A share is revealed once in its life.
 */
import { recall, remember } from '@/client/storage'
import type { Receipt } from './check'
import { newShare, promise } from './construction'

const KEPT = 60

interface Kept extends Receipt {
  code: string
}

/** What this device has kept about a seat at a table; more than one where a start came to nothing. */
export function receipts(code: string, seat: number | null): Receipt[] {
  return stored().filter((one) => one.code === code && one.seat === seat)
}

function stored(): Kept[] {
  const found = recall<Kept[]>('fair', [])
  return Array.isArray(found) ? found.filter((one) => typeof one?.code === 'string' && Array.isArray(one.promises)) : []
}

interface Table {
  state: string
  fair: { commitment: string; promises: readonly (string | null)[] } | null
}

type Send = (message: { type: 'share'; promise: string } | { type: 'reveal'; share: string }) => void

export class Sharing {
  #code: string
  #send: Send
  #share: string | null = null
  #promise: string | null = null
  #commitment: string | null = null

  constructor(code: string, send: Send) {
    this.#code = code
    this.#send = send
  }

  /** Before the start a seat promises a share, and another one when the server does not know it (any more). */
  meet(table: Table, you: number | null): void {
    if (table.state !== 'lobby' || !table.fair || you === null) return
    this.#commitment ??= table.fair.commitment
    if (this.#promise !== null && table.fair.promises[you] === this.#promise) return
    this.#share = newShare()
    this.#promise = promise(this.#share)
    this.#send({ type: 'share', promise: this.#promise })
  }

  /** Nobody joins any more: these are all promises. True if the share was revealed. */
  reveal(seat: number, commitment: string, promises: readonly (string | null)[]): boolean {
    const share = this.#share
    if (share === null || promises[seat] !== this.#promise || commitment !== this.#commitment) return false
    this.#share = null
    const kept: Kept = { code: this.#code, seat, commitment, promises: [...promises], share }
    remember('fair', [...stored(), kept].slice(-KEPT))
    this.#send({ type: 'reveal', share })
    return true
  }
}
