/** Reactions on the screen, each for a moment. */
import type { Reaction } from '@/protocol/types'

const SHOWN_MS = 3500

export interface ShownReaction {
  key: number
  seat: number
  reaction: Reaction
}

export class ShownReactions {
  now = $state.raw<readonly ShownReaction[]>([])
  #count = 0

  add(seat: number, reaction: Reaction): void {
    this.#count += 1
    const shown = { key: this.#count, seat, reaction }
    this.now = [...this.now, shown]
    setTimeout(() => (this.now = this.now.filter((other) => other !== shown)), SHOWN_MS)
  }
}
