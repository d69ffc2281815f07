/**
 * A trained net in the memory of its game's module: what `hard` plays, and what `expert` thinks ahead with, to the bit as in Python.
 *
 * The file is the one beside the rules in the Python package, `net.bin`.
 */

import type { Rules } from './loader.js'
import { CELL, type RngWords } from './memory.js'
import { checked, type Budget } from './search.js'

/** What games that were played on with a net have shown, for each action in how many worlds it was tried, and what it brings on average. */
export interface Foreseen {
  readonly worlds: readonly number[]
  readonly means: readonly number[]
  readonly games: number
  /** What to play. */
  readonly verdict: number
}

type Part = readonly [name: string, cell: 'i1' | 'i2' | 'i4' | 'f8', items: number]

/** What is in a file after its first line, as `tischlein.bots.weights` has it. */
function parts({ inputs, width, actions, seats }: Record<'inputs' | 'width' | 'actions' | 'seats', number>): Part[] {
  const layer = (name: string, rows: number, answers: number): Part[] => [
    [name, 'i1', rows * width],
    [`${name}_bias`, 'i4', answers],
    [`${name}_scale`, 'f8', answers],
  ]
  const asked = ['feature', 'low', 'high'].map((name): Part => [name, 'i2', inputs])
  return [...asked, ...layer('first', inputs, width), ...layer('second', width, width), ...layer('policy', actions, actions), ...layer('value', seats, seats)]
}

const CELLS = { i1: Int8Array, i2: Int16Array, i4: Int32Array, f8: Float64Array }
// As `tischlein.bots.kernels.net` and `tischlein.bots.weights` have them.
const OFFSET = 128
const AT_ONCE = 4
const NOTHING = -(1 << 20)
// The order in which a module looks for them.
const SCALES = ['first_scale', 'second_scale', 'policy_scale', 'value_scale', 'lean']
const WHOLE = ['begin', 'low', 'high', 'before', 'came', 'went']
const WORDS = ['second_bias', 'policy_bias', 'value_bias', 'sums']
const HALVES = ['held']
const BYTES = ['first', 'second', 'policy', 'value', 'one', 'two']

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1
  return byte
})

/** The checksum of a file, whose first line has none for this: CRC-32, as `tischlein.bots.weights` has it. */
function checksum(line: string, rest: Uint8Array): string {
  let crc = -1
  for (const bytes of [new TextEncoder().encode(line.replace(/"checksum": "\w*"/, '"checksum": ""')), rest]) {
    for (const byte of bytes) crc = CRC[(crc ^ byte) & 255]! ^ (crc >>> 8)
  }
  return (~crc >>> 0).toString(16).padStart(8, '0')
}

type Found = Map<string, ArrayLike<number>>

/** Add what a module calculates with to what is in a file, as `room_for` of `tischlein.bots.weights` does. */
function completed(found: Found, features: number, inputs: number, width: number): void {
  const of = (name: string): ArrayLike<number> => found.get(name)!
  // Questions about a feature stand together; the row after the last of them says nothing.
  const order = Array.from({ length: inputs }, (_, i) => i).sort((one, other) => of('feature')[one]! - of('feature')[other]!)
  const first = new Int8Array((inputs + 1) * width)
  order.forEach((from, i) => first.set((of('first') as Int8Array).subarray(from * width, (from + 1) * width), i * width))
  const second = Int8Array.from(of('second'), (_, at) => of('second')[(at % width) * width + Math.floor(at / width)]!)
  for (const name of ['low', 'high']) found.set(name, order.map((i) => of(name)[i]!))
  const begin = new Int32Array(features + 1)
  for (const i of order) begin[of('feature')[i]! + 1]!++
  for (let feature = 0; feature < features; feature++) begin[feature + 1]! += begin[feature]!
  found.set('begin', begin).set('first', first).set('second', second)
  for (const name of ['second', 'policy', 'value']) {
    // What is handed on is less by OFFSET, so a sum begins with more.
    const sum = (row: number): number => (of(name) as Int8Array).subarray(row * width, (row + 1) * width).reduce((total, one) => total + one, 0)
    found.set(`${name}_bias`, Array.from(of(`${name}_bias`), (bias, row) => bias + OFFSET * sum(row)))
  }
  // Before anything was seen, every answer is no.
  found.set('before', new Int32Array(features).fill(NOTHING)).set('held', of('first_bias'))
  for (const name of ['came', 'went']) found.set(name, new Int32Array(inputs + AT_ONCE))
  for (const name of ['sums', 'one', 'two']) found.set(name, new Int8Array(width))
}

export class Net {
  private readonly at: readonly [net: number, inputs: number, width: number, actions: number, seats: number]

  constructor(
    private readonly rules: Rules,
    file: Uint8Array,
  ) {
    const line = file.indexOf(10)
    const first = new TextDecoder().decode(file.subarray(0, line))
    const header = JSON.parse(first) as Record<string, number | string> & { lean?: [number, number] }
    if (header['tischlein'] !== 'net' || header['format'] !== 3 || header['rules'] !== rules.info.net?.rules) {
      throw new RangeError(`the net of ${rules.info.name} was trained for other rules`)
    }
    const [inputs, width, actions, seats] = ['inputs', 'width', 'actions', 'seats'].map((name) => Number(header[name])) as [number, number, number, number]
    const found: Found = new Map([['lean', header.lean ?? [0, 0]]])
    let place = line + 1
    for (const [name, cell, items] of parts({ inputs, width, actions, seats })) {
      const size = items * CELLS[cell].BYTES_PER_ELEMENT
      if (file.length < place + size) throw new RangeError(`the net of ${rules.info.name} is cut off`)
      found.set(name, new CELLS[cell](file.slice(place, place + size).buffer))
      place += size
    }
    if (header['checksum'] !== checksum(first, file.subarray(line + 1))) throw new RangeError(`the net of ${rules.info.name} is damaged`)
    completed(found, rules.info.features, inputs, width)
    const count = (names: string[]): number => names.reduce((sum, name) => sum + found.get(name)!.length, 0)
    const net = rules.reserve(8 * count(SCALES) + CELL * count(WHOLE) + 4 * count(WORDS) + 2 * count(HALVES) + count(BYTES))
    let to = net
    const lay = (names: string[], size: number, write: (part: ArrayLike<number>) => void): void => {
      for (const part of names.map((name) => found.get(name)!)) {
        write(part)
        to += part.length * size
      }
    }
    const { buffer } = rules.exports.memory
    lay(SCALES, 8, (part) => new Float64Array(buffer, to, part.length).set(part))
    lay(WHOLE, CELL, (part) => rules.lay(to, part))
    lay(WORDS, 4, (part) => new Int32Array(buffer, to, part.length).set(part))
    lay(HALVES, 2, (part) => new Int16Array(buffer, to, part.length).set(part))
    lay(BYTES, 1, (part) => new Int8Array(buffer, to, part.length).set(part))
    this.at = [net, inputs, width, actions, seats]
  }

  /** How much the net likes each of these legal actions; `known` is the record, concealed for the seat. */
  likings(known: Uint8Array, seat: number, actions: readonly number[]): number[] {
    const { rules } = this
    const bytes = rules.concealed(known, seat)
    rules.layOut(actions) // before a record is taken: it may refuse them
    const s = rules.unpack(bytes)
    rules.exports.like(...this.at, s, seat, actions.length)
    rules.free(s)
    return rules.reals('likings', actions.length)
  }

  /** Which of the legal actions are worth a try, by their places: the favourite first, as long as the net has doubts. */
  private doubtful(liked: readonly number[]): number[] {
    const { tried, reach } = this.rules.info.net!
    const order = [...liked.keys()].sort((one, other) => liked[other]! - liked[one]!).slice(0, tried)
    return order.filter((k) => liked[k]! >= liked[order[0]!]! - reach)
  }

  /** Play games on with the net; iterations are games. The clock is looked at after every few worlds, and none is begun that would be late. */
  foresee(known: Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget): Foreseen {
    const { rules } = this
    const { iterations, seconds } = checked(budget)
    const { ahead, at_once: atOnce, at_least: atLeast, most } = rules.info.net!
    const until = performance.now() + 1000 * seconds
    const order = this.doubtful(this.likings(known, seat, actions))
    const n = order.length
    rules.lay(rules.exports.tried.value as number, order.map((k) => actions[k]!))
    rules.exports.clear_trials()
    rules.hold(known, rng)
    let [left, done, worlds, more] = [n, 0, 0, 1]
    while (worlds < (left > 1 ? most : atLeast)) {
      if (iterations !== undefined) more = Math.min(atOnce, Math.floor((iterations - done) / left))
      if (more < 1) break
      const before = performance.now()
      done += more * left
      worlds += more
      left = rules.exports.foresee(...this.at, rules.info.belief, ahead, seat, n, more)
      // The first world tells how long one takes.
      const now = performance.now()
      more = Math.min(atOnce, Math.floor(((until - now) * more) / Math.max(now - before, 1e-3)))
    }
    const spread = (found: readonly number[]): number[] => actions.map((_, k) => found[order.indexOf(k)] ?? 0)
    return { worlds: spread(rules.cells('worlds', n)), means: spread(rules.reals('means', n)), games: done, verdict: actions[order[rules.exports.verdict(n)]!]! }
  }

  /** What to play after thinking ahead; what is clear to the net takes no time. */
  choose(known: Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget): number {
    const [favourite, ...others] = this.doubtful(this.likings(known, seat, actions))
    return others.length ? this.foresee(known, seat, actions, rng, budget).verdict : actions[favourite!]!
  }
}

const top = (of: readonly number[]): number => of.indexOf(Math.max(...of))

/** Decide as a bot with a net: `hard` after a glance ahead, `expert` after thinking ahead. Without a net both search. */
export function decide(
  rules: Rules,
  net: Net | null,
  level: string,
  known: Uint8Array,
  seat: number,
  actions: readonly number[],
  rng: RngWords,
  budget: Budget,
): number {
  const learned = rules.info.net
  if (net && learned && level === 'expert') return net.choose(known, seat, actions, rng, budget)
  if (net && learned && level === 'hard') {
    if (learned.glance) return net.choose(known, seat, actions, rng, { iterations: learned.glance })
    return actions[top(net.likings(known, seat, actions))]!
  }
  return rules.think(known, seat, actions, rng, budget, level === 'expert' ? rules.info.expert : {}).best
}
