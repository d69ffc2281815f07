/**
 * Names that this device does not want to see, and what stands in their place: "Player 1", the same everywhere.
 *
 * Names come in messages and answers of the server, by themselves and inside sentences. They are replaced where these
 * arrive, so no screen has to know of it.
 */
import { common } from '@/texts/common'
import { Synced } from './synced.svelte'

const KEPT = 50
/** What a field of a message holds: a name, or a text for people. */
const NAMES = new Set(['name', 'names', 'host'])
const TEXTS = new Set(['text', 'task', 'label', 'note', 'de', 'en'])

/** The place of a name is its number; one that is shown again leaves its place free. */
function read(found: unknown): string[] {
  return Array.isArray(found) ? found.filter((name): name is string => typeof name === 'string').slice(0, KEPT) : []
}

class Hidden {
  #kept = new Synced('hidden', read)

  /** Hidden people by their places, in one text: it changes with them, and not with the language of the page. */
  get known(): string {
    return this.#kept.value.join('\n')
  }

  /** What is shown for each hidden person. */
  get shown(): string[] {
    return this.#kept.value.flatMap((name, n) => (name ? [this.#called(n)] : []))
  }

  /** Whether this is a hidden name, or stands in the place of one. */
  has(name: string): boolean {
    return this.of(name) !== name || this.shown.includes(name)
  }

  /** A name, or what stands in its place. */
  of(name: string): string {
    const n = name ? this.#kept.value.indexOf(name) : -1
    return n < 0 ? name : this.#called(n)
  }

  hide(name: string): void {
    this.#kept.change((names) => {
      const free = names.indexOf('')
      if (!name || names.includes(name)) return names
      return free < 0 ? [...names, name].slice(-KEPT) : names.with(free, name)
    })
  }

  /** Show again a person who is called so, or whose name is shown so. */
  show(called: string): void {
    this.#kept.change((names) => names.map((name, n) => (called === name || called === this.#called(n) ? '' : name)))
  }

  /** A message of the server without the names that are hidden. */
  in<T>(message: T): T {
    const hidden = this.#kept.value.filter(Boolean)
    return hidden.length ? (this.#without(message, '', hidden) as T) : message
  }

  #without(found: unknown, key: string, hidden: readonly string[]): unknown {
    if (typeof found === 'string') return NAMES.has(key) ? this.of(found) : this.#told(found, key, hidden)
    if (Array.isArray(found)) return found.map((one) => this.#without(one, key, hidden))
    if (found === null || typeof found !== 'object') return found
    // Heads are made of all of an event but its text.
    const changes = (name: string): boolean => key !== 'events' || name === 'text'
    return Object.fromEntries(
      Object.entries(found).map(([name, value]) => [
        name,
        changes(name) ? this.#without(value, name, hidden) : (value as unknown),
      ]),
    )
  }

  #told(text: string, key: string, hidden: readonly string[]): string {
    if (!TEXTS.has(key)) return text
    return hidden
      .filter((name) => text.includes(name))
      .reduce((left, name) => left.replace(whole(name), this.of(name)), text)
  }

  #called(n: number): string {
    return common('player', { n: n + 1 })
  }
}

/** A name as a word, also with the s of a genitive. */
function whole(name: string): RegExp {
  const letters = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?=s?(?![\\p{L}\\p{N}]))`, 'gu')
}

export const hidden = new Hidden()
