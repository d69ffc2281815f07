/**
 * A game's rules in WebAssembly: records at addresses of its memory, and the functions of the contract on them.
 *
 * What a module exports are plain functions on numbers (`exports.d.ts`). `Rules` gives them lists, seats and options, and takes care of
 * the memory. Records are named by their address; `pack` and `unpack` turn them into bytes and back.
 */

import type { Exports } from './exports.js'

/** Who acts when no seat does, and whose eyes `conceal` may also mean. */
export const CHANCE = -1
export const OVER = -2
export const SPECTATOR = -3

/** One field of a record: `shape` is empty for a single number. */
export interface Field {
  readonly cell: 'int8' | 'int16' | 'int32'
  readonly shape: readonly number[]
  readonly offset: number
}

/** A choice of rules: the field that holds it, and its choices with the number of each; or from where to where numbers go. */
export interface Option {
  readonly field: string
  readonly default: unknown
  readonly choices?: ReadonlyArray<readonly [unknown, number]>
  readonly from?: number
  readonly to?: number
}

/** How the search plays, as `Searcher` in Python has it. */
export interface Style {
  readonly variant: number
  readonly goal: number
  readonly exploration: number
  readonly temperature: number
  readonly per_world: number
  readonly horizon: number
  readonly slips: number
  readonly lead: number
  readonly belief: number
}

/** With how many seats a net plays, and thinks ahead; by how much of a win thinking must be better than what the net likes. */
export interface NetInfo {
  /** A hash of the rules that it was trained for. */
  readonly rules: string
  readonly plays: readonly number[]
  readonly thinks: readonly number[]
  readonly margin: number
}

/** Everything about a game that is no function; written by `tischlein build wasm`. */
export interface RulesInfo {
  readonly id: string
  readonly name: string
  /** The version of the rules. */
  readonly version: number
  readonly seats: readonly [number, number]
  readonly maxSeats: number
  /** Bytes of a record. */
  readonly size: number
  /** Action ids are below this. */
  readonly actions: number
  /** Features that `observe` writes. */
  readonly features: number
  readonly fields: Readonly<Record<string, Field>>
  /** Reasons by number: name and clause of the rulebook; the first means legal. */
  readonly reasons: ReadonlyArray<readonly [string, string]>
  readonly options: Readonly<Record<string, Option>>
  /** Choices that do not go with so many seats: seats, option, choice, why. */
  readonly conflicts: ReadonlyArray<readonly [number, string, unknown, string]>
  readonly style: Style
  /** Whether `expert` weights worlds by what others' actions tell about their cards. */
  readonly belief: number
  /** The net that fits these rules; null where there is none. */
  readonly net: NetInfo | null
}

type Fields<Info extends RulesInfo> = keyof Info['fields'] & string
/** The words of a generator, each below 2**32. */
export type Words = readonly [number, number, number]

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

/** What came out of a search: for each action how often it was tried, and what it is worth on average. */
export interface Thought {
  readonly visits: readonly number[]
  readonly values: readonly number[]
  readonly iterations: number
  /** The action that was tried most often; among equals the one with the better mean. */
  readonly best: number
}

export interface Budget {
  /** How long to think; another slice begins only if there is time for it. */
  readonly seconds?: number
  /** How much to think instead: such searches can be repeated. */
  readonly iterations?: number
}

const UNLIMITED = 0x7fffffff
const PAGE = 1 << 16
const RNG_WORDS = 3
// As in `tischlein.bots.searcher`.
const PER_ITERATION = 24
const SMALLEST = 1 << 14
const LARGEST = 1 << 21
const PER_SECOND = 60_000
const SLICE_SECONDS = 0.01
const PLACE = 20

/** A game's rules, ready to be called. */
export class Rules<Info extends RulesInfo = RulesInfo> {
  /** The functions as the module has them. */
  readonly exports: Exports
  private top: number
  private readonly spare: number[] = []
  private table = { at: 0, bytes: 0 }
  private seen: ArrayBufferLike | null = null
  private look = new DataView(new ArrayBuffer(0))

  constructor(
    readonly info: Info,
    instance: WebAssembly.Instance,
  ) {
    this.exports = instance.exports as unknown as Exports
    this.top = this.exports.heap.value as number
  }

  /** Compile a module and make it ready. */
  static async load<Info extends RulesInfo>(info: Info, module: BufferSource | WebAssembly.Module): Promise<Rules<Info>> {
    const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module)
    return new Rules(info, await WebAssembly.instantiate(compiled, {}))
  }

  // Records

  /** A new game, before its first chance outcome. */
  open(seats: number, options: Readonly<Record<string, unknown>> = {}): number {
    const [least, most] = this.info.seats
    if (!Number.isInteger(seats) || seats < least || seats > most) {
      throw new RangeError(`${this.info.name} is for ${least} to ${most} seats, not ${seats}`)
    }
    for (const name in options) {
      if (!(name in this.info.options)) throw new RangeError(`${this.info.name} has no option ${name}`)
    }
    const s = this.blank()
    this.put(s, 'seats', seats)
    for (const [name, option] of Object.entries(this.info.options)) {
      const chosen = options[name] ?? option.default
      this.put(s, option.field, this.code(name, option, chosen))
      const conflict = this.info.conflicts.find(([n, other, value]) => n === seats && other === name && value === chosen)
      if (conflict) throw new RangeError(conflict[3])
    }
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
    this.bytes(s, this.info.size).fill(0)
    return s
  }

  /** Give a record's place back. */
  free(s: number): void {
    this.spare.push(s)
  }

  copy(s: number): number {
    return this.unpack(this.pack(s))
  }

  /** The bytes of a record. */
  pack(s: number): Uint8Array {
    return this.bytes(s, this.info.size).slice()
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
    const field = this.info.fields[name]
    if (!field) throw new RangeError(`the record of ${this.info.name} has no field ${name}`)
    const cells = field.shape.reduce((product, extent) => product * extent, 1)
    if (!(place >= 0 && place < cells)) throw new RangeError(`${name} has ${cells} cells`)
    return [field.cell, s + field.offset + place * (field.cell === 'int8' ? 1 : field.cell === 'int16' ? 2 : 4)]
  }

  // The contract

  /** The seat whose decision comes next, CHANCE or OVER. */
  actor(s: number): number {
    return this.get(s, 'actor' as Fields<Info>)
  }

  /** Lay out a new game in a record that holds seats and options; `open` does both. */
  setup(s: number): void {
    this.exports.setup(s)
  }

  /** The actions that a seat may take now. */
  legal(s: number, seat: number): number[] {
    return this.out(this.exports.legal(s, seat))
  }

  /** 0 when the action is legal, else the number of the reason in `info.reasons`. */
  why(s: number, seat: number, action: number): number {
    return this.exports.why(s, seat, action)
  }

  /** The number of equally likely outcomes when chance has to decide. */
  chances(s: number): number {
    return this.exports.chances(s)
  }

  /** Carry out a legal action, or with CHANCE an outcome. */
  apply(s: number, seat: number, action: number): void {
    this.exports.apply(s, seat, action)
  }

  /** The points per seat, now. */
  scores(s: number): number[] {
    return this.filled(this.info.maxSeats, () => this.exports.scores(s))
  }

  /** 1 for every winner, else 0; all 0 before the end. */
  payoff(s: number): number[] {
    return this.filled(this.info.maxSeats, () => this.exports.payoff(s))
  }

  /** Blank out what a seat may not know. */
  conceal(s: number, seat: number): void {
    this.exports.conceal(s, seat)
  }

  /** Fill a concealed record with hidden cards, drawn with the module's generator. */
  imagine(s: number, seat: number): void {
    this.exports.imagine(s, seat)
  }

  /** The features of a concealed record. */
  observe(s: number, seat: number): number[] {
    return this.filled(this.info.features, () => this.exports.observe(s, seat))
  }

  // Chance

  get rng(): Words {
    const view = this.view
    const at = this.exports.rng.value as number
    return [view.getUint32(at, true), view.getUint32(at + 4, true), view.getUint32(at + 8, true)]
  }

  set rng(words: Words) {
    words.forEach((word, k) => this.view.setUint32((this.exports.rng.value as number) + 4 * k, word, true))
  }

  /** Set the module's generator from a seed of two words, and the number of a stream. */
  sow(low: number, high = 0, stream = 0): void {
    this.exports.sow(low, high, stream)
  }

  /** A number from 0 to n − 1. */
  below(n: number): number {
    return this.exports.below(n)
  }

  /** Play many games from one start, the i-th with stream `first + i` of the seed. */
  randomGames(start: Uint8Array, games: number, low: number, high = 0, first = 0, cap = UNLIMITED): Batch {
    if (start.length !== this.info.size) throw new RangeError(`a record has ${this.info.size} bytes, not ${start.length}`)
    const mark = this.top
    const states = this.reserve(games * this.info.size)
    const rngs = this.reserve(games * RNG_WORDS * 4)
    const decisions = this.reserve(games * 4)
    for (let game = 0; game < games; game++) this.bytes(states + game * this.info.size, this.info.size).set(start)
    const begin = performance.now()
    const total = this.exports.random_games(states, rngs, decisions, games, low, high, first, cap) >>> 0
    const seconds = (performance.now() - begin) / 1000
    const buffer = this.exports.memory.buffer
    this.top = mark
    return {
      total,
      seconds,
      decisions: new Int32Array(buffer, decisions, games).slice(),
      rows: new Uint8Array(buffer, states, games * this.info.size).slice(),
      rngs: new Uint32Array(buffer, rngs, games * RNG_WORDS).slice(),
    }
  }

  /** A hash over records and their generators, as every other backend has it. */
  checksum(rows: Uint8Array, rngs: Uint32Array): number {
    const mark = this.top
    const [states, words] = [this.reserve(rows.length), this.reserve(rngs.length * 4)]
    this.bytes(states, rows.length).set(rows)
    new Uint32Array(this.exports.memory.buffer, words, rngs.length).set(rngs)
    this.top = mark
    return this.exports.checksum(states, words, rows.length / this.info.size) >>> 0
  }

  // Bots

  /** How good each of these legal actions looks to the seat; the record is concealed for it. */
  rate(s: number, seat: number, actions: readonly number[]): number[] {
    this.cells('out', actions.length).set(actions)
    this.exports.rate(s, seat, actions.length)
    return [...this.cells('points', actions.length)]
  }

  /** Think about a decision: `known` is the record, concealed for the seat; `rng` its dice. */
  think(known: Uint8Array, seat: number, actions: readonly number[], rng: Words, budget: Budget, style: Partial<Style> = {}): Thought {
    const s = { ...this.info.style, ...style }
    const { at, size, done } = this.searched(known, rng, budget, PER_SECOND, PLACE, (at, size, done, ahead) =>
      this.exports.think(at, size, s.variant, s.goal, s.exploration, s.temperature, s.per_world, s.horizon, s.slips, s.lead, s.belief, seat, done, ahead),
    )
    this.cells('out', actions.length).set(actions)
    this.exports.counted(at, size, seat, actions.length)
    return this.thought(actions, done)
  }

  /** Search in slices until the budget is used up; each place of the memory takes so many bytes. */
  searched(
    known: Uint8Array,
    rng: Words,
    { iterations, seconds = 1 }: Budget,
    perSecond: number,
    place: number,
    slice: (at: number, size: number, done: number, ahead: number) => void,
  ): { at: number; size: number; done: number } {
    const begin = performance.now()
    const most = iterations ?? Math.max(64, Math.floor(perSecond * seconds))
    const { at, size } = this.prepared(most, place)
    this.bytes(this.exports.known.value as number, this.info.size).set(known)
    this.rng = rng
    let done = 0
    let ahead = Math.min(16, most)
    while (done < most && ahead >= 1) {
      const before = performance.now()
      slice(at, size, done, ahead)
      done += ahead
      // Later iterations may be dearer than the first, so slices grow step by step.
      let next = Math.min(4 * ahead, most - done)
      if (iterations === undefined) {
        const now = performance.now()
        const left = seconds - (now - begin) / 1000
        const each = Math.max((now - before) / 1000 / ahead, 1e-9)
        next = Math.min(next, Math.floor(Math.min(left, SLICE_SECONDS) / each))
      }
      ahead = next
    }
    return { at, size, done }
  }

  /** What a search has written down about these actions. */
  thought(actions: readonly number[], iterations: number): Thought {
    const n = actions.length
    const visits = [...this.cells('visits', n)]
    const values = this.reals('values', n)
    let first = 0
    for (let k = 1; k < n; k++) {
      const order = visits[k]! - visits[first]! || values[k]! - values[first]! || actions[k]! - actions[first]!
      if (order > 0) first = k
    }
    return { visits, values, iterations, best: actions[first]! }
  }

  private prepared(most: number, place: number): { at: number; size: number } {
    let size = SMALLEST
    while (size < PER_ITERATION * most && size < LARGEST) size *= 2
    if (size * place > this.table.bytes) this.table = { at: this.reserve(size * place), bytes: size * place }
    this.exports.prepare(this.table.at, size)
    return { at: this.table.at, size }
  }

  // The memory

  private filled(size: number, call: () => void): number[] {
    this.cells('out', size).fill(0)
    call()
    return this.out(size)
  }

  private out(size: number): number[] {
    return [...this.cells('out', size)]
  }

  /** Numbers that the module holds under this name. */
  cells(name: 'out' | 'points' | 'visits', size: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, this.exports[name].value as number, size)
  }

  reals(name: 'values' | 'likings', size: number): number[] {
    return [...new Float64Array(this.exports.memory.buffer, this.exports[name].value as number, size)]
  }

  private bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at, size)
  }

  private get view(): DataView {
    // Growing replaces the buffer.
    if (this.exports.memory.buffer !== this.seen) {
      this.seen = this.exports.memory.buffer
      this.look = new DataView(this.exports.memory.buffer)
    }
    return this.look
  }

  /** Take a piece of memory for good; return its address. */
  reserve(size: number): number {
    const at = Math.ceil(this.top / 16) * 16
    this.top = at + size
    const missing = this.top - this.exports.memory.buffer.byteLength
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE))
    return at
  }
}
