/** The memory of a game's module, and what lies in it under a name. */

import type { Exports } from './exports.js'

const PAGE = 1 << 16
/** Bytes of a number in the module's memory; none needs more than the lower half of them. */
export const CELL = 8

/** The words of a random generator, each below 2**32. */
export type RngWords = readonly [number, number, number]

/** Memory that is taken piece by piece, and grows. */
export class Memory {
  private top: number
  private seen: ArrayBufferLike | null = null
  private look = new DataView(new ArrayBuffer(0))

  constructor(
    /** The functions as the module has them. */
    readonly exports: Exports,
  ) {
    this.top = this.exports.heap.value as number
  }

  /** Numbers that the module holds under this name. */
  cells(name: 'out' | 'points' | 'visits' | 'worlds', size: number): number[] {
    return [...this.numbers(this.exports[name].value as number, size)]
  }

  /** Numbers at an address. */
  numbers(at: number, size: number): Int32Array {
    const halves = new Int32Array(this.exports.memory.buffer, at, 2 * size)
    const found = new Int32Array(size)
    for (let k = 0; k < size; k++) found[k] = halves[2 * k]!
    return found
  }

  /** Write numbers to an address. */
  lay(at: number, numbers: ArrayLike<number>): void {
    const halves = new Int32Array(this.exports.memory.buffer, at, 2 * numbers.length)
    for (let k = 0; k < numbers.length; k++) {
      halves[2 * k] = numbers[k]!
      halves[2 * k + 1] = numbers[k]! < 0 ? -1 : 0
    }
  }

  /** Write actions to where the module's functions look for them. */
  layOut(actions: readonly number[]): void {
    this.lay(this.exports.out.value as number, actions)
  }

  /** Fractions that the module holds under this name. */
  reals(name: 'values' | 'likings' | 'means', size: number): number[] {
    return [...new Float64Array(this.exports.memory.buffer, this.exports[name].value as number, size)]
  }

  /** Bytes at an address; growing the memory makes such lists useless. */
  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at, size)
  }

  /** Take in what a seat that thinks knows, and the words of its random generator. */
  hold(known: Uint8Array, rng: RngWords): void {
    this.bytes(this.exports.known.value as number, known.length).set(known)
    this.rng = rng
  }

  protected get view(): DataView {
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

  /** Do something with memory that is reserved meanwhile, and is free again afterwards. */
  borrowed<Result>(use: () => Result): Result {
    const mark = this.top
    try {
      return use()
    } finally {
      this.top = mark
    }
  }

  /** The module's random generator. */
  get rng(): RngWords {
    const [a, b, c] = this.numbers(this.exports.rng.value as number, 3)
    return [a! >>> 0, b! >>> 0, c! >>> 0]
  }

  set rng(words: RngWords) {
    this.lay(this.exports.rng.value as number, words)
  }
}
