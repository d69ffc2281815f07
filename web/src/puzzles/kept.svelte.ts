/** Puzzles on this device: which days were solved, which come back until they are, and the best run on time. */
import type { GameReview } from '@/protocol/types'
import { Synced } from '@/device/synced.svelte'
import { dayBefore, dayOf, type Puzzle } from './sets'

/** The first answer to the puzzle of a day. */
export interface Answered {
  game: string
  day: string
  right: boolean
}

/** A puzzle that comes back: one that was missed, or a mistake of one's own. */
export interface Waiting {
  id: string
  game: string
  puzzle: Puzzle
  /** The day from which on it is asked again. */
  due: string
  /** Of a game of one's own: everybody at the table. */
  names?: string[]
}

interface Kept {
  answered: Answered[]
  waiting: Waiting[]
  /** Mistakes of one's own that were solved: looking at the game again does not bring them back. */
  done: string[]
  /** The most that were solved against the clock. */
  best: number
}

const DAYS = 400
const MOST = 40
const DONE = 300

const list = <T>(found: unknown, key: keyof T, most: number): T[] =>
  (Array.isArray(found) ? (found as (T | null)[]) : [])
    .filter((one): one is T => typeof one?.[key] === 'string')
    .slice(-most)

function read(found: unknown): Kept {
  const kept = (found ?? {}) as Partial<Record<keyof Kept, unknown>>
  return {
    answered: list<Answered>(kept.answered, 'day', 4 * DAYS),
    waiting: list<Waiting>(kept.waiting, 'id', MOST).filter((one) => Array.isArray(one.puzzle?.choices)),
    done: (Array.isArray(kept.done) ? (kept.done as unknown[]) : [])
      .filter((id): id is string => typeof id === 'string')
      .slice(-DONE),
    best: Number.isInteger(kept.best) ? (kept.best as number) : 0,
  }
}

class Puzzles {
  #kept = new Synced('puzzles', read)

  /** All of it, for a file. */
  get kept(): Readonly<Kept> {
    return this.#kept.value
  }
  get answered(): readonly Answered[] {
    return this.#kept.value.answered
  }
  get best(): number {
    return this.#kept.value.best
  }
  /** Those that are to be asked again by now. */
  due(day = dayOf()): Waiting[] {
    return this.#kept.value.waiting.filter((one) => one.due <= day)
  }
  /** All that come back some day. */
  get waiting(): readonly Waiting[] {
    return this.#kept.value.waiting
  }
  answerOf(game: string, day = dayOf()): Answered | undefined {
    return this.answered.find((one) => one.game === game && one.day === day)
  }

  /** Note an answer. A puzzle that was missed comes back tomorrow; `day` where it is the puzzle of that day. */
  note(one: Omit<Waiting, 'due'>, right: boolean, day: string | null): void {
    const { id, game } = one
    this.#kept.change((kept) => ({
      ...kept,
      answered: day === null || this.answerOf(game, day) ? kept.answered : [...kept.answered, { game, day, right }],
      waiting: [
        ...kept.waiting.filter((other) => other.id !== id),
        ...(right ? [] : [{ ...one, due: dayBefore(dayOf(), -1) }]),
      ].slice(-MOST),
      done: right && one.names ? [...kept.done, id].slice(-DONE) : kept.done,
    }))
  }

  /** The mistakes that the coach has proved in a game of one's own become puzzles. */
  fromReview(code: string, review: GameReview): void {
    const fresh = review.lessons.map(({ frame, seat, known, loss, spread, choices, line, instead }): Waiting => ({
      id: `${code}#${frame}`,
      game: review.game,
      due: dayOf(),
      names: review.names,
      puzzle: {
        seat,
        known,
        played: choices.find((one) => one.played)?.action ?? '',
        lead: loss,
        spread,
        line: line.map(({ action }) => action),
        instead: instead.map(({ action }) => action),
        choices: choices.map(({ id, action, ...worth }) => ({ ...worth, action: id, text: action })),
      },
    }))
    this.#kept.change((kept) => {
      const known = new Set([...kept.done, ...kept.waiting.map((one) => one.id)])
      const added = fresh.filter((one) => !known.has(one.id))
      return added.length ? { ...kept, waiting: [...kept.waiting, ...added].slice(-MOST) } : kept
    })
  }

  /** A run against the clock is over; returns whether it was the best so far. */
  ran(solved: number): boolean {
    const best = solved > this.best
    if (best) this.#kept.change((kept) => ({ ...kept, best: solved }))
    return best
  }

  /** Add what another device has kept. */
  adopt(found: unknown): void {
    const other = read(found)
    this.#kept.change((kept) => {
      const done = [...new Set([...kept.done, ...other.done])].slice(-DONE)
      const here = (one: Answered): boolean =>
        kept.answered.some(({ game, day }) => game === one.game && day === one.day)
      const known = new Set([...done, ...kept.waiting.map((one) => one.id)])
      return {
        answered: [...other.answered.filter((one) => !here(one)), ...kept.answered],
        waiting: [...kept.waiting, ...other.waiting.filter((one) => !known.has(one.id))].slice(-MOST),
        done,
        best: Math.max(kept.best, other.best),
      }
    })
  }

  clear(): void {
    this.#kept.change(() => read(null))
  }
}

export const puzzles = new Puzzles()
