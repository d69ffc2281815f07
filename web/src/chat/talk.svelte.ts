/** What is said at a table, and whom one does not want to hear. */
import { Bubbles } from './bubbles.svelte'
import { hidden } from '@/device/hidden.svelte'
import type { ChatLine, Person } from '@/server/wire'

const KEPT = 200

export class Talk {
  lines = $state.raw<ChatLine[]>([])
  unread = $state(0)
  /** Refused by the server: the text goes back into the input. */
  returned = $state<string | null>(null)

  #said: string | null = null
  #bubbles = new Bubbles()
  #readers = 0
  #people: () => readonly Person[]

  muted: ReadonlySet<number> = $derived.by(
    () =>
      new Set(
        this.#people()
          .filter((one) => hidden.has(one.name))
          .map((one) => one.seat),
      ),
  )
  heard: readonly ChatLine[] = $derived(this.lines.filter((line) => !this.muted.has(line.seat)))
  /** Just said by others, and not read anywhere else yet. */
  aloud: readonly ChatLine[] = $derived(this.#bubbles.now.filter((line) => !this.muted.has(line.seat)))

  constructor(people: () => readonly Person[]) {
    this.#people = people
  }

  /** A text is on its way. */
  say(text: string): void {
    this.#said = text
    this.returned = null
  }

  hear(line: ChatLine, you: number | null): void {
    this.lines = [...this.lines.slice(1 - KEPT), line]
    if (line.seat === you) {
      this.#said = null
      return
    }
    if (this.muted.has(line.seat)) return
    this.unread += 1
    if (this.#readers === 0) this.#bubbles.add(line)
  }

  /** The chat is being read until the returned function is called: no bubbles meanwhile. */
  follow(): () => void {
    this.#readers += 1
    this.#bubbles.clear()
    return () => (this.#readers -= 1)
  }

  /** Something was refused; perhaps it was the text that has not been heard yet. */
  refuse(): void {
    this.returned = this.#said
    this.#said = null
  }
}
