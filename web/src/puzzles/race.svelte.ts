/** Three minutes against the clock. */
const SECONDS = 180

export class Race {
  /** Seconds that are left. */
  left = $state(SECONDS)
  /** When the time is up; 0 until the race has started. */
  #ends = 0

  /** Start the clock with the first puzzle that is shown; later calls change nothing. */
  start(now: number = performance.now()): void {
    if (this.#ends === 0) this.#ends = now + 1000 * SECONDS
  }

  /** Count down, and return true once: when the time is up. */
  tick(now: number = performance.now()): boolean {
    if (this.#ends === 0 || this.left <= 0) return false
    this.left = Math.max(0, Math.ceil((this.#ends - now) / 1000))
    return this.left === 0
  }
}
