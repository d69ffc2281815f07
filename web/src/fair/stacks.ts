/**
 * Deals as src/tischlein/engine/play/fair.py does: every shuffle is laid out in stacks, one for each seat and one for
 * the middle of the table.
 */
import { outcome } from './construction'

/** The stack of an outcome that is not a card. */
export const LOT = -1
const MOST_CARDS = 256

interface Place {
  card: number
  side: number
}

export class Dealer {
  readonly #key: Uint8Array
  readonly #stacks: number
  readonly #sides: number
  #lots: number
  #deal: number
  #shuffle = 0
  #largest = 0
  #piles: Place[][] = []
  /** The cards that can come, in their order. */
  #left: number[] = []

  /** `first`: the number of the first lot and of the first deal. */
  constructor(key: Uint8Array, first: number, seats: number, twoSided: boolean) {
    this.#key = key
    this.#stacks = seats + 1
    this.#sides = twoSided ? 2 : 1
    this.#lots = first
    this.#deal = first - 1
  }

  /** Which of `n` outcomes comes next: a card of this stack, or a lot. */
  draw(n: number, stack: number): number {
    const cards = n / this.#sides
    if (stack === LOT || cards > MOST_CARDS) return outcome(this.#key, `lot ${this.#lots++}`, n)
    if (this.#left.length !== cards) this.#layOut(cards)
    const { card, side } = this.#take(stack)
    const rank = this.#left.indexOf(card)
    this.#left.splice(rank, 1)
    return rank * this.#sides + side
  }

  #layOut(cards: number): void {
    if (cards >= this.#largest) {
      this.#deal++
      this.#shuffle = 0
    } else this.#shuffle++
    this.#largest = Math.max(this.#largest, cards)
    this.#left = Array.from({ length: cards }, (_, card) => card)
    this.#piles = Array.from({ length: this.#stacks }, () => [])
    const rest = [...this.#left]
    for (let place = 0; place < cards; place++) {
      const index = outcome(this.#key, `deal ${this.#deal} ${this.#shuffle} ${place}`, (cards - place) * this.#sides)
      const chosen = place + Math.floor(index / this.#sides)
      this.#piles[place % this.#stacks]?.push({ card: rest[chosen] ?? 0, side: index % this.#sides })
      rest[chosen] = rest[place] ?? 0
    }
  }

  /** The next card of the stack; when it is used up, the last one of the longest. */
  #take(stack: number): Place {
    const longest = this.#piles.reduce((one, other) => (other.length > one.length ? other : one))
    const found = this.#piles[stack]?.shift() ?? longest.pop()
    if (!found) throw new Error('no card is left')
    return found
  }
}
