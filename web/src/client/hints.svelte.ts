/** Hints from the coach, for one seat: the one that it reads now, and whether the others hear of one with its next move. */
import type { Advice } from '@/protocol/types'

export class Hints {
  /** What the coach would do now. */
  advice = $state.raw<Advice | 'asked' | null>(null)
  /** The sentence of the next decision tells of a hint. */
  taken = false

  /** Is there one to read? */
  get given(): boolean {
    return this.advice !== null && this.advice !== 'asked'
  }

  /** One at a time; nothing was asked if the question could not be sent. */
  ask(send: () => boolean): void {
    if (this.advice !== null || !send()) return
    this.advice = 'asked'
    this.taken = true
  }

  /** What was put away meanwhile stays away. */
  hear(advice: Advice): void {
    if (this.advice !== null) this.advice = advice
  }

  refused(): void {
    if (this.advice === 'asked') this.advice = null
  }

  putAway(): void {
    this.advice = null
  }
}
