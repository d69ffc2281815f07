/** What a seat has heard from its table: all events, the last moment, and the language in which it was said. */
import { settings, type Lang } from '@/device/settings.svelte'
import type { AnyEvent, Moment } from '@/server/wire'

export class Received {
  /** The last moment that came, shown or not. */
  head: Moment | null = null
  #events = $state.raw<AnyEvent[]>([])
  #lang: Lang | null = null

  get events(): readonly AnyEvent[] {
    return this.#events
  }

  /** From where on events are needed: what was heard in another language is heard again. */
  get since(): number {
    return this.#lang === settings.lang ? (this.head?.told ?? 0) : 0
  }

  /** Everything so far is in the page's language now. */
  understood(): void {
    this.#lang = settings.lang
  }

  /** Whether something came in a language that the page no longer has. */
  isForeign(lang: Lang): boolean {
    return this.head !== null && lang !== this.#lang
  }

  /** What a message is: another moment, the same one again, an old one, or one after a gap. */
  place(message: Moment): 'next' | 'same' | 'old' | 'gap' {
    const first = message.events[0]
    if (!this.head) return 'next'
    if (message.seq <= this.head.seq && !(first && first.seq > this.head.told))
      return message.seq === this.head.seq ? 'same' : 'old'
    return first && first.seq > this.head.told + 1 ? 'gap' : 'next'
  }

  add(events: readonly AnyEvent[]): void {
    // Told from the beginning: the table was dealt, or opened again.
    if (events[0]?.seq === 1) this.#events = []
    const last = this.#events.at(-1)?.seq ?? 0
    const fresh = events.filter((event) => event.seq > last)
    if (fresh.length) this.#events = [...this.#events, ...fresh]
  }
}
