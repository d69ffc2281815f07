/**
 * What this device was told in a game, as the heads of all its steps: what was told once stays told. Each list of
 * heads is one telling. There is more than one only where the server has told the past differently later.
 */
import { forget, recall, recallPin, remember, stored } from '@/device/storage'
import { fingerprint } from './construction'
import { firstDifference, firstHead, fromBase64, nextHead, steps, UNKNOWN, type Step } from './chain'
import type { Facts, Opening } from '@/protocol/types'
import { isValid, signedUntil, type Signed, type SignedHead } from './signatures'

export type Telling = readonly string[]

/** Tables whose heads are kept, and tellings of one table. */
const TABLES = 60
const MOST = 8

/** By the person whose seat it is: several may play at one device. */
interface Kept {
  at: number
  tellings: Record<string, Telling[]>
  /** Of a server with a key: the last signature of each telling. */
  signed?: Record<string, { key: string; heads: SignedHead[] }>
}

interface Message {
  facts: Facts | null
  head: string | null
  signature: string | null
}

/** What a server signs beside a head. */
export interface Seal {
  key: string
  commitment: string
  seat: number
}

export class Told {
  #code: string
  #key: string
  #holder: string
  #now: Telling = []
  /** The record after the last step, and the opening with the head before the first one. */
  #record: Uint8Array | null = null
  #opening: { from: Opening; head: string } | null = null
  /** Whether everything was asked for and has not come yet. */
  #asked = false
  #signed: { key: string; heads: SignedHead[] } | null = null
  /** All tellings, for a device that can store nothing. */
  #all: Telling[]

  constructor(code: string, token: string) {
    this.#code = code
    this.#key = `told.${code}`
    this.#holder = fingerprint(token)
    const pinned = unpinned(recallPin(code))
    this.#all = merged(this.#stored(), ...(pinned ? [pinned] : []))
  }

  /** What a link to this seat says of what was told here, for another device: the number of steps, and their head. */
  get pin(): string {
    return this.#now.length ? `~${this.#now.length}~${this.#now.at(-1)}` : ''
  }

  /** All tellings, the present one last. */
  get tellings(): Telling[] {
    this.#all = merged(this.#all, ...this.#stored())
    return [...this.#all.filter((one) => !continues(this.#now, one)), this.#now]
  }

  /** The first step that was told differently before; null if there is none. */
  get differs(): number | null {
    const numbers = this.tellings.flatMap((one) => firstDifference(one.slice(0, this.#now.length), this.#now) ?? [])
    return numbers.length ? Math.min(...numbers) : null
  }

  /** The number of steps whose facts are known here: those that follow are enough. */
  get steps(): number {
    return this.#record ? this.#now.length : 0
  }

  /**
   * Takes the facts of a message; returns the steps with their whole records, or null if everything must be told again:
   * something is missing, or the server's head is not the one of what it told here, so its past is another one.
   */
  hear({ facts, head }: Message, you: number | null): Step[] | null {
    if (!facts) return []
    const { first, opening } = facts
    if (opening) {
      this.#record = fromBase64(opening.record)
      this.#opening = { from: opening, head: firstHead(opening, you) }
      this.#now = []
    }
    if (!this.#record || !this.#opening || first !== this.#now.length) return this.#again(first > 0)
    const fresh = steps(facts, this.#record)
    let last = this.#now.at(-1) ?? this.#opening.head
    this.#now = [...this.#now, ...fresh.map((step) => (last = nextHead(last, step)))]
    this.#record = fresh.at(-1)?.record ?? this.#record
    const own = this.#now.at(-1)
    // What the server says that it has told is as good as told.
    const said = head !== null && own !== undefined && head !== own ? [...this.#now.slice(0, -1), head] : null
    this.#keep(said ? [this.#now, said] : [this.#now])
    if (said !== null && first > 0 && !this.#asked) return this.#again(true)
    this.#asked &&= first > 0
    return fresh
  }

  #again(possible: boolean): null | Step[] {
    if (!possible || this.#asked) return []
    this.#asked = true
    this.#record = null
    return null
  }

  /** What the server has signed of all that. */
  get signed(): Signed | null {
    const found = recall<Partial<Kept> | null>(this.#key, null)?.signed?.[this.#holder] ?? this.#signed
    return found ? { key: found.key, code: this.#code, heads: found.heads } : null
  }

  /**
   * Keeps a signature, if it is one of the server for what was told here. The first key that the server has named
   * counts.
   */
  async sign(seal: Seal, { head, signature }: Message): Promise<void> {
    const now = this.#now
    const told = now.length
    const known = this.signed ?? { key: seal.key, code: this.#code, heads: [] }
    const good = head !== null && signature !== null && now[told - 1] === head && known.key === seal.key
    const entry: SignedHead = [told, head ?? '', signature ?? '']
    const valid = good && (await isValid(known, seal.commitment, seal.seat, entry)) !== false
    const heads = this.signed?.heads ?? []
    // Even a server that signs nothing has named a key: the file says so.
    if (this.signed && (!valid || signedUntil(now, heads) >= told)) return
    this.#signed = {
      key: known.key,
      heads: valid ? [...heads.filter(([told, head]) => now[told - 1] !== head), entry].slice(-MOST) : heads,
    }
    const kept = recall<Partial<Kept> | null>(this.#key, null)
    if (kept?.tellings) remember(this.#key, { ...kept, signed: { ...kept.signed, [this.#holder]: this.#signed } })
  }

  #keep(fresh: Telling[]): void {
    const all = merged(this.#all, ...this.#stored(), ...fresh)
    this.#all = all
    const known = recall<Partial<Kept>>(this.#key, {})
    const { at, tellings = {} } = typeof known === 'object' && known !== null ? known : {}
    if (JSON.stringify(tellings[this.#holder]) === JSON.stringify(all)) return
    if (at === undefined) makeRoom()
    remember(this.#key, { ...known, at: at ?? Date.now(), tellings: { ...tellings, [this.#holder]: all } })
  }

  #stored(): Telling[] {
    const found = recall<Partial<Kept> | null>(this.#key, null)?.tellings?.[this.#holder]
    return Array.isArray(found) ? found.filter((one) => Array.isArray(one)) : []
  }
}

/** What another device had been told: of the steps before its last one nothing is known. */
function unpinned(pin: string): Telling | null {
  const [, number, head] = /^([1-9]\d{0,4})~([0-9a-f]{32})$/.exec(pin) ?? []
  return number && head ? [...Array.from({ length: Number(number) - 1 }, () => UNKNOWN), head] : null
}

/** Whether one telling is a beginning of the other, or the same. */
function continues(longer: Telling, shorter: Telling): boolean {
  return shorter.length === 0 || longer[shorter.length - 1] === shorter.at(-1)
}

function merged(known: readonly Telling[], ...fresh: readonly Telling[]): Telling[] {
  let all = [...known]
  for (const one of fresh) {
    if (all.some((other) => continues(other, one))) continue
    all = [...all.filter((other) => !continues(one, other)), one]
  }
  return all.slice(0, MOST)
}

/** The heads of the tables that were opened first are forgotten. */
function makeRoom(): void {
  const known = stored('told.').map((key) => ({ key, at: recall<Partial<Kept> | null>(key, null)?.at ?? 0 }))
  for (const { key } of known.sort((a, b) => b.at - a.at).slice(TABLES - 1)) forget(key)
}
