/**
 * What follows from a move of one's own, before a server far away has told of it: within a turn, where nobody else decides, chance has no part
 * and nothing hidden is shown. The page's own Python makes it from what the seat knows, by the same rules; the server has the last word.
 */
import type { Foreseen, LookedAhead } from '@/offline/house'
import type { KnownPosition, TableInfo } from '@/protocol/types'
import { settings } from './settings.svelte'
import type { Moment } from './wire'

// Milliseconds from a move to its answer: where answers come sooner, looking ahead is not worth the work.
const SLOW = 120

/** Asks the page's Python; null where it cannot tell. */
type Look = (asked: LookedAhead) => Promise<Foreseen | null>

/** Only with what is on this device already: nothing is loaded for it. */
async function atHand(): Promise<Look | null> {
  const [{ ready }, { ahead }] = await Promise.all([import('@/offline/ready'), import('@/offline/local')])
  return (await ready()) ? ahead : null
}

export class Foresight {
  #slow = false
  #look: Look | null = null
  #known: Pick<KnownPosition, 'seq' | 'record'> | null = null
  /** What was shown and is not confirmed yet, by its number. */
  #shown = new Map<number, Moment>()
  /** Something was shown that is not so, until the server has told everything again. */
  #wrong = false

  /** May something be shown that the server has not told? */
  get open(): boolean {
    return this.#shown.size > 0 || this.#wrong
  }

  /** A move was answered after so many milliseconds. */
  async took(ms: number): Promise<void> {
    if (ms < SLOW || this.#slow) return
    this.#slow = true
    this.#look = await atHand().catch(() => null)
  }

  /** Should the server be asked what the seat knows at this moment? */
  wants(head: Moment, you: number | null): boolean {
    return this.#look !== null && head.waiting.length === 1 && head.waiting[0] === you && this.#known?.seq !== head.seq
  }

  hear({ seq, record }: KnownPosition): void {
    this.#known = { seq, record }
  }

  /** The server does not tell what the seat knows. */
  stop(): void {
    this.#look = null
  }

  /** The moment after this action, or null. */
  async after(head: Moment, seat: number | null, table: TableInfo | null, action: string): Promise<Foreseen | null> {
    if (!this.#look || !table || seat === null || this.#known?.seq !== head.seq) return null
    const { record } = this.#known
    const names = table.seats.map((one) => one.name ?? '')
    const asked = { game: table.game, version: table.version, record, seat, action, names, lang: settings.lang, seq: head.seq, told: head.told }
    const found = await this.#look(asked).catch((error: unknown) => {
      // The page has not got these rules, as of a game that is new at the server. What only failed is tried again at the next move.
      if (codeOf(error) === 'no_rules') this.stop()
      return null
    })
    return found && { ...found, moment: { ...found.moment, clock: head.clock, can_undo: head.can_undo } }
  }

  show({ moment, record }: Foreseen): void {
    this.#known = { seq: moment.seq, record }
    this.#shown.set(moment.seq, moment)
  }

  /** Was something else shown than what the server tells now? */
  isWrong(told: Moment): boolean {
    const shown = this.#shown.get(told.seq)
    this.#shown.delete(told.seq)
    // Clocks, and what may be taken back, only the server knows.
    const { clock, can_undo } = told
    const wrong = shown !== undefined && !same({ ...told, ...shown, clock, can_undo }, told)
    // Perhaps the server is a newer one: from now on it is waited for.
    if (wrong) this.stop()
    return wrong
  }

  /** What was shown is not so. */
  doubt(): void {
    this.forget()
    this.#wrong = true
  }

  /** The server has told everything. */
  forget(): void {
    this.#shown.clear()
    this.#known = null
    this.#wrong = false
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { error?: { code?: string } } | null)?.error?.code
}

function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [ours, theirs] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const keys = Object.keys(ours)
  return keys.length === Object.keys(theirs).length && keys.every((key) => same(ours[key], theirs[key]))
}
