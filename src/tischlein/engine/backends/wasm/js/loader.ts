/**
 * A game's rules in WebAssembly: records at addresses of its memory, and the functions of the contract on them.
 *
 * What a module exports are plain functions on numbers (`exports.d.ts`). `Rules` gives them lists, seats and options, and takes care of
 * the memory. Records are named by their address; `pack` and `unpack` turn them into bytes and back.
 */

import type { Exports } from './exports.js'
import type { Field, Option, RulesInfo, Style } from './info.js'
import { CELL, Memory, type RngWords } from './memory.js'
import { Search, type Budget, type Thought } from './search.js'

export * from './info.js'
export * from './memory.js'
export * from './search.js'

/** Who acts when no seat does, and whose eyes `conceal` may also mean. */
export const CHANCE = -1
export const OVER = -2
export const SPECTATOR = -3

type Fields<Info extends RulesInfo> = keyof Info['fields'] & string
export interface Batch {
  /** All decisions of all games. */
  readonly total: number
  /** Decisions per game. */
  readonly decisions: Int32Array
  /** The last records, one after the other. */
  readonly rows: Uint8Array
  /** The generators' last words, three a game. */
  readonly rngs: Uint32Array
  /** How long playing took. */
  readonly seconds: number
}

const UNLIMITED = 0x7fffffff
const RNG_WORDS = 3
// As in `tischlein.bots.searcher`.
const PER_SECOND = 60_000
const PLACE = 20

/** What `WebAssembly.compile` makes: to TypeScript a thing without members. What has any is none; an answer of `fetch` has this one. */
export interface CompiledModule {
  readonly arrayBuffer?: never
}

/** The bytes of a module, or what `WebAssembly.compile` has made of them. */
export type ModuleSource = ArrayBuffer | ArrayBufferView | CompiledModule

/** A game's rules, ready to be called. */
export class Rules<Info extends RulesInfo = RulesInfo> extends Memory {
  /** Where bots think ahead. */
  readonly search: Search
  private readonly spare: number[] = []
  private readonly live = new Set<number>()

  constructor(
    readonly info: Info,
    instance: { readonly exports: object },
  ) {
    super(instance.exports as Exports)
    this.search = new Search(this)
  }

  /** Compile a module and make it ready. */
  static async load<Info extends RulesInfo>(info: Info, module: ModuleSource): Promise<Rules<Info>> {
    if (info.cell !== CELL) throw new Error(`${info.name}: this module is of another version than its loader; load both again`)
    const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module as BufferSource)
    return new this(info, await WebAssembly.instantiate(compiled, {}))
  }

  // Records

  /** A new game, before its first chance outcome. */
  open(seats: number, options: Readonly<Record<string, unknown>> = {}): number {
    const [least, most] = this.info.seats
    if (!Number.isInteger(seats) || seats < least || seats > most) {
      throw new RangeError(`${this.info.name} is for ${least} to ${most} seats, not ${seats}`)
    }
    for (const name in options) {
      if (!Object.hasOwn(this.info.options, name)) throw new RangeError(`${this.info.name} has no option ${name}`)
    }
    const codes = Object.entries(this.info.options).map(([name, option]): [string, number] => {
      const chosen = options[name] ?? option.default
      const conflict = this.info.conflicts.find(([n, other, value]) => n === seats && other === name && value === chosen)
      if (conflict) throw new RangeError(conflict[3])
      return [option.field, this.code(name, option, chosen)]
    })
    const s = this.blank()
    for (const [field, code] of [['seats', seats] as const, ...codes]) this.put(s, field, code)
    this.exports.setup(s)
    return s
  }

  private code(name: string, option: Option, chosen: unknown): number {
    const { choices = [], from = 0, to = -1 } = option
    const choice = choices.find(([value]) => value === chosen)
    if (choice) return choice[1]
    if (Number.isInteger(chosen) && (chosen as number) >= from && (chosen as number) <= to) return chosen as number
    const possible = choices.map(([value]) => String(value)).join(', ') || `${from} to ${to}`
    throw new RangeError(`${name}: ${String(chosen)} is not one of ${possible}`)
  }

  /** A record of zeros. */
  blank(): number {
    const s = this.spare.pop() ?? this.reserve(this.info.size)
    this.live.add(s)
    this.bytes(s, this.info.size).fill(0)
    return s
  }

  /** Give a record's place back. */
  free(s: number): void {
    this.live.delete(this.known(s))
    this.spare.push(s)
  }

  /** A place that holds no record, or holds none any more, would be read and written without a word. */
  private known(s: number): number {
    if (!this.live.has(s)) throw this.refusal(`there is no record at ${s}; perhaps it was given back`)
    return s
  }

  copy(s: number): number {
    return this.unpack(this.pack(s))
  }

  /** The bytes of a record. */
  pack(s: number): Uint8Array {
    return this.bytes(this.known(s), this.info.size).slice()
  }

  /** A record with these bytes. */
  unpack(data: Uint8Array): number {
    if (data.length !== this.info.size) throw new RangeError(`a record has ${this.info.size} bytes, not ${data.length}`)
    const s = this.blank()
    this.bytes(s, this.info.size).set(data)
    return s
  }

  /** A number in a record; `place` counts the cells of a field that has several. */
  get(s: number, field: Fields<Info>, place = 0): number {
    const [cell, at] = this.at(s, field, place)
    const view = this.view
    return cell === 'int8' ? view.getInt8(at) : cell === 'int16' ? view.getInt16(at, true) : view.getInt32(at, true)
  }

  private put(s: number, field: string, value: number): void {
    const [cell, at] = this.at(s, field, 0)
    const view = this.view
    if (cell === 'int8') view.setInt8(at, value)
    else if (cell === 'int16') view.setInt16(at, value, true)
    else view.setInt32(at, value, true)
  }

  private at(s: number, name: string, place: number): [Field['cell'], number] {
    const field = Object.hasOwn(this.info.fields, name) && this.info.fields[name]
    if (!field) throw new RangeError(`the record of ${this.info.name} has no field ${name}`)
    const cells = field.shape.reduce((product, extent) => product * extent, 1)
    if (!(place >= 0 && place < cells)) throw new RangeError(`${name} has ${cells} cells`)
    return [field.cell, this.known(s) + field.offset + place * (field.cell === 'int8' ? 1 : field.cell === 'int16' ? 2 : 4)]
  }

  // The contract

  /** The seat whose decision comes next, CHANCE or OVER. */
  actor(s: number): number {
    return this.get(s, 'actor' as Fields<Info>)
  }

  /** Lay out a new game in a record that holds seats and options; `open` does both. */
  setup(s: number): void {
    this.exports.setup(this.known(s))
  }

  /** The actions that a seat may take now; CHANCE has outcomes instead, and after the end there are none. */
  legal(s: number, seat: number): number[] {
    this.known(s)
    return seat === CHANCE || seat === OVER ? [] : this.cells('out', this.exports.legal(s, this.seat(s, seat)))
  }

  /** An action as text, in the notation of the Python package. */
  text(action: number): string {
    const text = this.info.texts?.[action]
    if (text === undefined) throw this.refusal(`there is no text for action ${action}`)
    return text
  }

  /** 0 when the action is legal, else the number of the reason in `info.reasons`. */
  why(s: number, seat: number, action: number): number {
    return this.exports.why(s, this.seat(s, seat), this.action(action))
  }

  /** The number of equally likely outcomes when chance has to decide. */
  chances(s: number): number {
    return this.exports.chances(this.known(s))
  }

  /** Carry out a legal action, or with CHANCE an outcome; anything else would spoil the record, and is refused. */
  apply(s: number, seat: number, action: number): void {
    const problem = seat === CHANCE ? this.impossible(s, action) : this.illegal(s, seat, action)
    if (problem) throw this.refusal(problem)
    this.exports.apply(s, seat, action)
  }

  private impossible(s: number, outcome: number): string | null {
    if (this.actor(s) !== CHANCE) return 'chance has nothing to decide now'
    const outcomes = this.chances(s)
    return Number.isInteger(outcome) && outcome >= 0 && outcome < outcomes ? null : `chance has ${outcomes} outcomes now, from 0 on, not ${outcome}`
  }

  private illegal(s: number, seat: number, action: number): string | null {
    const against = this.why(s, seat, action)
    return against ? `seat ${seat} may not take action ${action} now: ${this.info.reasons[against]?.join(', ')}` : null
  }

  private refusal(problem: string): RangeError {
    return new RangeError(`${this.info.name}: ${problem}`)
  }

  /** A seat of this record: for any other the module would read and write what lies beside it. */
  protected seat(s: number, seat: number): number {
    const seats = this.get(s, 'seats' as Fields<Info>)
    if (!Number.isInteger(seat) || seat < 0 || seat >= seats) throw this.refusal(`there is no seat ${seat}, they go from 0 to ${seats - 1}`)
    return seat
  }

  protected action(action: number): number {
    if (!Number.isInteger(action) || action < 0 || action >= this.info.actions) throw this.refusal(`there is no action ${action}`)
    return action
  }

  /** Write actions to where the module's functions look for them; it has room for each of the game's once. */
  override layOut(actions: readonly number[]): void {
    if (actions.length > this.info.actions) throw this.refusal(`there are ${this.info.actions} actions, not ${actions.length}`)
    super.layOut(actions.map((action) => this.action(action)))
  }

  /** The bytes of a record that is concealed for a seat: in any other, hidden cards would be looked for without end. */
  concealed(known: number | Uint8Array, seat: number): Uint8Array {
    const s = typeof known === 'number' ? this.copy(known) : this.unpack(known)
    try {
      const bytes = this.pack(s)
      this.conceal(s, this.seat(s, seat))
      const again = this.bytes(s, this.info.size)
      if (bytes.some((byte, at) => byte !== again[at])) throw this.refusal(`the record is not concealed for seat ${seat}`)
      return bytes
    } finally {
      this.free(s)
    }
  }

  /** The points per seat, now. */
  scores(s: number): number[] {
    return this.filled(this.info.maxSeats, () => this.exports.scores(this.known(s)))
  }

  /** 1 for every winner, else 0; all 0 before the end. */
  payoff(s: number): number[] {
    return this.filled(this.info.maxSeats, () => this.exports.payoff(this.known(s)))
  }

  /** Blank out what a seat may not know. */
  conceal(s: number, seat: number): void {
    this.exports.conceal(this.known(s), seat === SPECTATOR ? seat : this.seat(s, seat))
  }

  /** Fill a concealed record with hidden cards, drawn with the module's generator. */
  imagine(s: number, seat: number): void {
    this.concealed(s, seat)
    this.exports.imagine(s, seat)
  }

  /** The features of a concealed record. */
  observe(s: number, seat: number): number[] {
    return this.filled(this.info.features, () => this.exports.observe(s, this.seat(s, seat)))
  }

  // Chance

  /** Set the module's generator from a seed of two words, and the number of a stream. */
  sow(low: number, high = 0, stream = 0): void {
    this.exports.sow(low, high, stream)
  }

  /** A number from 0 to n − 1. */
  below(n: number): number {
    if (!Number.isInteger(n) || n < 1) throw this.refusal(`below: ${n} is not a whole number from 1`)
    return this.exports.below(n)
  }

  /** Play many games from one start, the i-th with stream `first + i` of the seed. */
  randomGames(start: Uint8Array, games: number, low: number, high = 0, first = 0, cap = UNLIMITED): Batch {
    if (start.length !== this.info.size) throw new RangeError(`a record has ${this.info.size} bytes, not ${start.length}`)
    if (!Number.isInteger(games) || games < 0) throw new RangeError(`games: ${games} is not a whole number from 0`)
    return this.borrowed(() => this.played(start, games, low, high, first, cap))
  }

  private played(start: Uint8Array, games: number, low: number, high: number, first: number, cap: number): Batch {
    const states = this.reserve(games * this.info.size)
    const rngs = this.reserve(games * RNG_WORDS * CELL)
    const decisions = this.reserve(games * CELL)
    const records = this.bytes(states, games * this.info.size)
    if (games) records.set(start)
    for (let laid = start.length; laid < records.length; laid *= 2) records.copyWithin(laid, 0, laid) // twice as many each time
    const begin = performance.now()
    const total = this.exports.random_games(states, rngs, decisions, games, low, high, first, cap) >>> 0
    const seconds = (performance.now() - begin) / 1000
    return {
      total,
      seconds,
      decisions: this.numbers(decisions, games),
      rows: this.bytes(states, games * this.info.size).slice(),
      rngs: new Uint32Array(this.numbers(rngs, games * RNG_WORDS).buffer),
    }
  }

  /** A hash over records and their generators, as every other backend has it. */
  checksum(rows: Uint8Array, rngs: Uint32Array): number {
    return this.borrowed(() => {
      const [states, words] = [this.reserve(rows.length), this.reserve(rngs.length * CELL)]
      this.bytes(states, rows.length).set(rows)
      this.lay(words, rngs)
      return this.exports.checksum(states, words, rows.length / this.info.size) >>> 0
    })
  }

  // Bots

  /** How good each of these legal actions looks to the seat; the record is concealed for it. */
  rate(s: number, seat: number, actions: readonly number[]): number[] {
    this.layOut(actions)
    this.exports.rate(s, this.seat(s, seat), actions.length)
    return this.cells('points', actions.length)
  }

  /** Think about a decision: `known` is the record, or its bytes, concealed for the seat; `rng` its dice. */
  think(known: number | Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget, style: Partial<Style> = {}): Thought {
    if (!actions.length) throw this.refusal('there is no action to choose')
    const s = { ...this.info.style, ...style }
    const bytes = this.concealed(known, seat)
    this.layOut(actions) // refused before the search, not after it
    const { at, size, done } = this.search.run(bytes, rng, budget, PER_SECOND, PLACE, (at, size, done, ahead) =>
      this.exports.think(at, size, s.exploration, s.temperature, s.per_world, s.horizon, s.lead, s.belief, seat, done, ahead),
    )
    this.layOut(actions)
    this.exports.counted(at, size, seat, actions.length)
    return this.search.found(actions, done)
  }

  private filled(size: number, call: () => void): number[] {
    this.bytes(this.exports.out.value as number, size * CELL).fill(0)
    call()
    return this.cells('out', size)
  }
}
