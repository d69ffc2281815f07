/**
 * QR codes, made in the page: what they hold may be a key, which no server needs to see.
 *
 * Bytes only, error correction of level L, ISO/IEC 18004. A code is a square of modules; true is dark.
 */

// Of level L, by version from 1 to 40: error correction bytes in each block, and how many blocks there are.
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30]
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25]
const LEVEL_L = 1
const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

/** Modules that hold data, in a version. */
function room(version: number): number {
  const marks = Math.floor(version / 7) + 2
  const plain = (16 * version + 128) * version + 64
  return plain - (version === 1 ? 0 : (25 * marks - 10) * marks - 55) - (version >= 7 ? 36 : 0)
}

const at = (list: readonly number[], place: number): number => list[place] ?? 0
const bytesOf = (version: number): number => Math.floor(room(version) / 8) - at(CORRECTION, version - 1) * at(BLOCKS, version - 1)
const lengthBits = (version: number): number => (version < 10 ? 8 : 16)

/** The smallest version that holds so many bytes; null if none does. */
export function versionFor(length: number): number | null {
  for (let version = 1; version <= 40; version++) if (4 + lengthBits(version) + 8 * length <= 8 * bytesOf(version)) return version
  return null
}

/** Multiplication in the field of 256 elements. */
function times(x: number, y: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((y >>> bit) & 1) * x
  }
  return product
}

/** The remainder of a block, which corrects errors in it. */
function correction(block: readonly number[], degree: number): number[] {
  const divisor = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let k = 0; k < degree; k++) {
    for (let j = 0; j < degree; j++) divisor[j] = times(at(divisor, j), root) ^ (j + 1 < degree ? at(divisor, j + 1) : 0)
    root = times(root, 2)
  }
  const rest = Array<number>(degree).fill(0)
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    divisor.forEach((part, k) => (rest[k] = at(rest, k) ^ times(part, factor)))
  }
  return rest
}

/** All bytes of a code in the order in which they are drawn. */
function interleaved(data: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const add = (value: number, length: number): void => {
    for (let k = length - 1; k >= 0; k--) bits.push((value >>> k) & 1)
  }
  const capacity = 8 * bytesOf(version)
  add(4, 4)
  add(data.length, lengthBits(version))
  for (const byte of data) add(byte, 8)
  add(0, Math.min(4, capacity - bits.length))
  add(0, -bits.length & 7)
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) add(pad, 8)
  const bytes = Array.from({ length: bits.length / 8 }, (_, k) => bits.slice(8 * k, 8 * k + 8).reduce((sum, bit) => 2 * sum + bit, 0))

  const count = at(BLOCKS, version - 1)
  const degree = at(CORRECTION, version - 1)
  const short = Math.floor(bytes.length / count)
  const longer = bytes.length % count
  const blocks: number[][] = []
  for (let k = 0, from = 0; k < count; k++) {
    const length = short + (k < count - longer ? 0 : 1)
    blocks.push(bytes.slice(from, (from += length)))
  }
  const found: number[] = []
  for (let k = 0; k <= short; k++) for (const block of blocks) if (k < block.length) found.push(at(block, k))
  const checks = blocks.map((block) => correction(block, degree))
  for (let k = 0; k < degree; k++) for (const check of checks) found.push(at(check, k))
  return found
}

class Code {
  readonly size: number
  readonly dark: boolean[][]
  readonly #fixed: boolean[][]

  constructor(readonly version: number) {
    this.size = 17 + 4 * version
    this.dark = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false))
    this.#fixed = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false))
    this.#drawMarks()
  }

  #set(row: number, column: number, dark: boolean): void {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return
    this.dark[row]![column] = dark
    this.#fixed[row]![column] = true
  }

  #drawMarks(): void {
    const { size, version } = this
    for (let k = 0; k < size; k++) {
      this.#set(6, k, k % 2 === 0)
      this.#set(k, 6, k % 2 === 0)
    }
    for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) {
      for (let y = -4; y <= 4; y++) for (let x = -4; x <= 4; x++) this.#set(row + y, column + x, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))))
    }
    const places = this.#alignments()
    const last = places.length - 1
    places.forEach((row, i) =>
      places.forEach((column, j) => {
        if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return
        for (let y = -2; y <= 2; y++) for (let x = -2; x <= 2; x++) this.#set(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1)
      }),
    )
    this.drawFormat(0)
    if (version < 7) return
    let rest = version
    for (let k = 0; k < 12; k++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
    const bits = (version << 12) | rest
    for (let k = 0; k < 18; k++) {
      const dark = ((bits >>> k) & 1) === 1
      const near = size - 11 + (k % 3)
      this.#set(near, Math.floor(k / 3), dark)
      this.#set(Math.floor(k / 3), near, dark)
    }
  }

  #alignments(): number[] {
    if (this.version === 1) return []
    const count = Math.floor(this.version / 7) + 2
    const step = Math.floor((this.version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
    return [6, ...Array.from({ length: count - 1 }, (_, k) => this.size - 7 - (count - 2 - k) * step)]
  }

  drawFormat(mask: number): void {
    const data = (LEVEL_L << 3) | mask
    let rest = data
    for (let k = 0; k < 10; k++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
    const bits = ((data << 10) | rest) ^ 0x5412
    const bit = (k: number): boolean => ((bits >>> k) & 1) === 1
    const { size } = this
    for (let k = 0; k < 6; k++) this.#set(k, 8, bit(k))
    this.#set(7, 8, bit(6))
    this.#set(8, 8, bit(7))
    this.#set(8, 7, bit(8))
    for (let k = 9; k < 15; k++) this.#set(8, 14 - k, bit(k))
    for (let k = 0; k < 8; k++) this.#set(8, size - 1 - k, bit(k))
    for (let k = 8; k < 15; k++) this.#set(size - 15 + k, 8, bit(k))
    this.#set(size - 8, 8, true)
  }

  /** Up and down in pairs of columns, from the right. */
  fill(bytes: readonly number[]): void {
    const { size } = this
    let k = 0
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5
      for (let step = 0; step < size; step++) {
        for (const column of [right, right - 1]) {
          const row = ((right + 1) & 2) === 0 ? size - 1 - step : step
          if (this.#fixed[row]![column] || k >= 8 * bytes.length) continue
          this.dark[row]![column] = ((at(bytes, k >>> 3) >>> (7 - (k & 7))) & 1) === 1
          k++
        }
      }
    }
  }

  mask(number: number): void {
    for (let row = 0; row < this.size; row++)
      for (let column = 0; column < this.size; column++) if (!this.#fixed[row]![column] && MASKS[number]!(row, column)) this.dark[row]![column] = !this.dark[row]![column]
  }

  /** How hard it is to read for a camera. */
  penalty(): number {
    const { size, dark } = this
    const lines = [...dark, ...dark.map((_, k) => dark.map((row) => row[k]!))].map((line) => line.map(Number).join(''))
    let sum = 0
    for (const line of lines) {
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2
      // What looks like a corner, also where two overlap; the quiet zone around the code is light.
      sum += 40 * ([...line.matchAll(/(?=1011101)/g)].filter(({ index }) => /^$|0{4}$/.test(line.slice(Math.max(0, index - 4), index)) || /^(0{4}|$)/.test(line.slice(index + 7, index + 11))).length)
    }
    for (let row = 0; row + 1 < size; row++)
      for (let column = 0; column + 1 < size; column++) {
        const one = dark[row]![column]
        if (one === dark[row]![column + 1] && one === dark[row + 1]![column] && one === dark[row + 1]![column + 1]) sum += 3
      }
    const share = dark.flat().filter(Boolean).length / (size * size)
    return sum + 10 * Math.floor(Math.abs(20 * share - 10))
  }
}

/** The code of a text, as rows of modules; null if it is too long. With `mask` it is drawn with this pattern, else with the best one. */
export function encode(text: string, mask?: number): boolean[][] | null {
  const data = new TextEncoder().encode(text)
  const version = versionFor(data.length)
  if (version === null) return null
  const bytes = interleaved(data, version)
  let best: Code | null = null
  let least = Infinity
  for (const number of mask === undefined ? MASKS.keys() : [mask]) {
    const code = new Code(version)
    code.fill(bytes)
    code.mask(number)
    code.drawFormat(number)
    const penalty = code.penalty()
    if (penalty < least) [best, least] = [code, penalty]
  }
  return best?.dark ?? null
}
