/** Search of bots: in slices, until its budget of time or iterations is used up. */

import type { Memory, RngWords } from './memory.js'

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

/** A budget that ends: by default a second. */
export function checked({ iterations, seconds = 1 }: Budget): { iterations: number | undefined; seconds: number } {
  if (iterations !== undefined && !(Number.isInteger(iterations) && iterations > 0)) throw new RangeError(`iterations: ${iterations} is not a whole number from 1`)
  if (!(Number.isFinite(seconds) && seconds >= 0)) throw new RangeError(`seconds: ${seconds} is not a number from 0`)
  return { iterations, seconds }
}

// As in `tischlein.bots.searcher`.
const PER_ITERATION = 24
const SMALLEST = 1 << 15
const LARGEST = 1 << 21
const SLICE_SECONDS = 0.01

/** What a search remembers of positions lies in the memory of the game's module, and is used again by the next one. */
export class Search {
  private table = { at: 0, bytes: 0 }

  constructor(private readonly memory: Memory) {}

  /** Search in slices until the budget is used up; `place` is the size of one place of the memory, in bytes. */
  run(
    known: Uint8Array,
    rng: RngWords,
    budget: Budget,
    perSecond: number,
    place: number,
    slice: (at: number, size: number, done: number, ahead: number) => void,
  ): { at: number; size: number; done: number } {
    const { iterations, seconds } = checked(budget)
    const begin = performance.now()
    const most = iterations ?? Math.max(64, Math.floor(perSecond * seconds))
    const { at, size } = this.prepared(most, place)
    this.memory.hold(known, rng)
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
  found(actions: readonly number[], iterations: number): Thought {
    const n = actions.length
    const visits = this.memory.cells('visits', n)
    const values = this.memory.reals('values', n)
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
    if (size * place > this.table.bytes) this.table = { at: this.memory.reserve(size * place), bytes: size * place }
    this.memory.exports.prepare(this.table.at, size)
    return { at: this.table.at, size }
  }
}
