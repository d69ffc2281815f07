/**
 * Something that all tabs of this device keep together, as a list of games.
 *
 * Each change is made to what is stored at that moment: a tab that wrote what it had read when it was opened would
 * delete what other tabs have added since.
 */
import { PREFIX, recall, remember } from './storage'

export class Synced<T> {
  readonly #key: string
  readonly #read: (found: unknown) => T
  // Storage may be full or forbidden. Then this tab goes on with what it has.
  #stored = true
  #value: T

  /** `read` makes sense of what is stored: of null where nothing is, and of anything where it is spoilt. */
  constructor(key: string, read: (found: unknown) => T) {
    this.#key = key
    this.#read = read
    this.#value = $state.raw(this.#recalled())
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key === null || event.key === PREFIX + key) this.#value = this.#recalled()
    })
  }

  get value(): T {
    return this.#value
  }

  /** Nothing is written where `change` gives back what it got. */
  change(change: (now: T) => T): void {
    const now = this.#stored ? this.#recalled() : this.#value
    const next = change(now)
    this.#value = next
    if (next !== now) this.#stored = remember(this.#key, next)
  }

  #recalled(): T {
    return this.#read(recall<unknown>(this.#key, null))
  }
}
