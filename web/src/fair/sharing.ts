/**
 * Adds the randomness of this device to a shuffle: first a promise, and the share itself only when all promises are
 * known and this one is among them. A share is revealed once in its life.
 */
import { recall, remember } from '@/device/storage'
import type { GameRecord, OptionValue } from '@/protocol/types'
import { fingerprint, newShare, promise } from './construction'
import type { Rendered } from './shadow.svelte'
import type { Signed } from './signatures'
import type { Telling } from './told'

/** What a device has kept since before the first card, as it stands in the file that it saves. */
interface Receipt {
  seat: number
  commitment: string
  promises: (string | null)[]
  share: string | null
  /** Missing where the page was opened only while the game was starting. */
  options?: Record<string, OptionValue>
  /** How often the table was started before this device. */
  starts: number
  /** The heads of what the seat was told; more than one telling where the past was told differently later. */
  told: Telling[]
  /** What the page has compared of what the server rendered. */
  rendered: Rendered
  /** Of a server that has a key. */
  signed?: Signed
}

/** A record as a device saves it. */
export type Saved = GameRecord & { receipt?: Receipt }

const KEPT = 60

/** What a device keeps at each start. */
type Start = Omit<Receipt, 'starts' | 'told' | 'rendered'>

interface Kept extends Start {
  code: string
  /**
   * A hash of the token: several people may play at one device, and the server says who sits where. Null for a
   * spectator.
   */
  holder: string | null
}

/** The last start of a table that this device has kept for a person, and how often the table was started. */
export function lastStart(code: string, token: string | null): { start: Start; starts: number } | null {
  const holder = holderOf(token)
  const here = stored().filter((one) => one.code === code)
  const own = here.filter((one) => one.holder === holder)
  const last = own.at(-1)
  if (!last) return null
  // Every window of a seat keeps what it was shown, and so does a page that is loaded again; one of them had the share.
  const start = own.findLast((one) => one.share !== null && sameStart(one) === sameStart(last)) ?? last
  // A player who was sent away and sat down again has another token; earlier starts were still starts of this table.
  return { start, starts: new Set(here.map(sameStart)).size }
}

const sameStart = ({ commitment, promises }: Kept): string => JSON.stringify([commitment, promises])

function holderOf(token: string | null): string | null {
  return token === null ? null : fingerprint(token)
}

function stored(): Kept[] {
  const found = recall<Kept[]>('fair', [])
  return Array.isArray(found) ? found.filter((one) => typeof one?.code === 'string' && Array.isArray(one.promises)) : []
}

/** The record as this device saves it: with what it has kept, and the heads of everything that it was shown. */
export function withReceipt(
  record: GameRecord,
  code: string,
  token: string | null,
  told: Telling[],
  signed: Signed | null = null,
  rendered: Rendered = { compared: 0, differs: null },
): Saved {
  const found = lastStart(code, token)
  if (!found) return record
  const { seat, commitment, promises, share, options } = found.start
  const receipt = {
    ...{ seat, commitment, promises, share, ...(options && { options }), starts: found.starts, told, rendered },
    ...(signed && { signed }),
  }
  return { ...record, receipt }
}

interface Table {
  state: string
  /** Several tables have the same deal: then nobody cuts. */
  deal?: string | null
  options?: Record<string, OptionValue>
  fair: { commitment: string; promises: readonly (string | null)[] } | null
}

type Send = (message: { type: 'share'; promise: string } | { type: 'reveal'; share: string }) => void

export class Sharing {
  #code: string
  #holder: string | null
  #send: Send
  #share: string | null = null
  #promise: string | null = null
  #commitment: string | null = null
  #options: Record<string, OptionValue> | undefined
  #last: Start | null = null
  /** The server has not answered the last promise yet. */
  #onItsWay = false

  constructor(code: string, token: string | null, send: Send) {
    this.#code = code
    this.#holder = holderOf(token)
    this.#send = send
  }

  /** A new connection: what was said on the old one may be lost. */
  restart(): void {
    this.#onItsWay = false
  }

  /** Before the start a seat promises a share, and another one when the server does not know it (any more). */
  meet(table: Table, you: number | null): void {
    if (table.state !== 'lobby' || !table.fair || table.deal || you === null) return
    this.#commitment ??= table.fair.commitment
    this.#options = table.options
    // Another window of the same seat may have been faster: one share of a seat is enough.
    const taken = Boolean(table.fair.promises[you])
    if (taken) this.#onItsWay = false
    if (taken || this.#onItsWay) return
    this.#onItsWay = true
    this.#share = newShare()
    this.#promise = promise(this.#share)
    this.#send({ type: 'share', promise: this.#promise })
  }

  /**
   * Nobody joins any more: these are all promises. The share is revealed if its promise is among them, for the secret
   * that was shown.
   */
  reveal(seat: number | null, commitment: string, promises: readonly (string | null)[]): void {
    if (seat === null) return
    const own = promises[seat] === this.#promise && commitment === this.#commitment
    const last = this.#last
    if (own && last && JSON.stringify(last.promises) === JSON.stringify(promises)) {
      // The line broke in between: for the same list the same share may be said again.
      if (last.share !== null) this.#send({ type: 'reveal', share: last.share })
      return
    }
    const share = own ? this.#share : null
    this.#share = null
    this.#last = {
      seat,
      commitment: this.#commitment ?? commitment,
      promises: [...promises],
      share,
      ...(this.#options && { options: this.#options }),
    }
    const kept: Kept = { code: this.#code, holder: this.#holder, ...this.#last }
    remember('fair', [...stored(), kept].slice(-KEPT))
    if (share !== null) this.#send({ type: 'reveal', share })
  }
}
