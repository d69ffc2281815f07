/**
 * Names that this device does not want to see, and what stands in their place: "Player 1", the same everywhere.
 *
 * Names come in messages and answers of the server: by themselves in lists of people, and inside sentences between two
 * marks. They are replaced where these arrive, so no screen has to know of it. Nothing else is: a person may be called
 * as a card is.
 */
import { common } from '@/texts/common'
import { Synced } from './synced.svelte'

const KEPT = 50
/** Fields that hold people, each with a `name`. */
const PEOPLE = new Set(['seats', 'chat', 'line', 'people', 'members', 'rows', 'ranking', 'invitations'])
/** Fields that are names of people themselves: of a replay, and of the host of a listed table. */
const NAMES = new Set(['names', 'host'])
/** Fields of a game, in which there are cards and numbers only. */
const CARDS = new Set(['view', 'hint'])
/** A name in a sentence, between the marks of `src/tischlein/engine/texts/words.py`. */
const [BEGINS, ENDS] = [0x2068, 0x2069].map((code) => String.fromCharCode(code)) as [string, string]
const MARKED = new RegExp(`${BEGINS}([^${BEGINS}${ENDS}]*)${ENDS}`, 'g')

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

  /** A message of the server without the names that are hidden, and without marks around the others. */
  in<T>(message: T): T {
    return this.#without(message, '') as T
  }

  /** `key` is the field in which this was found, of the innermost object. */
  #without(found: unknown, key: string): unknown {
    if (typeof found === 'string') return NAMES.has(key) ? this.of(found) : this.#told(found)
    if (CARDS.has(key) || found === null || typeof found !== 'object') return found
    if (Array.isArray(found)) return found.map((one) => this.#without(one, key))
    const isPerson = PEOPLE.has(key)
    return Object.fromEntries(
      Object.entries(found).map(([name, value]) => [
        name,
        isPerson && name === 'name' && typeof value === 'string' ? this.of(value) : this.#without(value, name),
      ]),
    )
  }

  #told(text: string): string {
    return text.includes(BEGINS) ? text.replace(MARKED, (_, name: string) => this.of(name)) : text
  }

  #called(n: number): string {
    return common('player', { n: n + 1 })
  }
}

export const hidden = new Hidden()
