/** What is said to one person for a few seconds: why something does not go, and how a question ended. */
import type { Reason } from '@/server/wire'

const SHOWN_MS = 7000

/** Goes away by itself, unless something newer has taken its place. */
export class Passing<T> {
  now = $state.raw<T | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  show(what: T): void {
    this.clear()
    this.now = what
    this.#timer = setTimeout(() => (this.now = null), SHOWN_MS)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.now = null
  }
}

export class Notices {
  reason = new Passing<Reason>()
  /** Another player asks the coach for advice. */
  advised = new Passing<{ seat: number }>()
  /** A player has got more time. */
  given = new Passing<{ seat: number }>()

  clear(): void {
    this.advised.clear()
    this.given.clear()
    this.reason.clear()
  }
}
