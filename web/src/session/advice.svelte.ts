/** Advice from the coach, for one seat: what it reads now. */
import type { Advice } from '@/protocol/types'

export class AdviceState {
  /** What the coach would do now. */
  now = $state.raw<Advice | 'asked' | null>(null)

  /** Whether there is advice to read. */
  get given(): boolean {
    return this.now !== null && this.now !== 'asked'
  }

  /** One at a time; nothing was asked if the question could not be sent. */
  ask(send: () => boolean): void {
    if (this.now !== null || !send()) return
    this.now = 'asked'
  }

  /** What was put away meanwhile stays away. */
  hear(advice: Advice): void {
    if (this.now !== null) this.now = advice
  }

  refused(): void {
    if (this.now === 'asked') this.now = null
  }

  putAway(): void {
    this.now = null
  }
}
