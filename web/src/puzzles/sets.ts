/** The puzzles that come with the page: a file for each game, kept for times without a network as the rules are. */
import { BASE } from '@/server/base'

/** A choice and what it is worth: the chance to win, with half of its interval, from a number of deals. */
export interface Tried {
  action: number
  text: string
  value: number
  spread: number
  worlds: number
  count: unknown
}

/** A decision as its seat knew it: a concealed record, and what each choice is worth, the best first. */
export interface Puzzle {
  seat: number
  known: string
  /** What rules of thumb play; in a game of one's own, what one has played. */
  played: string
  lead: number
  spread: number
  choices: Tried[]
  /** Whole moves: the one that begins with the best choice, and the one with the played choice. */
  line?: string[]
  instead?: string[]
  /** The share of each level that finds the best choice. */
  solved?: Record<string, number>
}

const DAY_MS = 86_400_000
const at = (name: string): string => `${BASE}/offline/${name}`
const sets = new Map<string, Promise<Puzzle[]>>()
let files: Promise<string[]> | null = null

async function read<T>(name: string): Promise<T> {
  const answer = await fetch(at(name))
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return (await answer.json()) as T
}

/** All puzzles of a game; none where it has no file. */
export function puzzlesOf(game: string): Promise<Puzzle[]> {
  let coming = sets.get(game)
  if (!coming) {
    files ??= read<{ files: string[] }>('manifest.json').then((manifest) => manifest.files)
    files.catch(() => (files = null))
    const name = `${game}.puzzles.json`
    coming = files.then(async (all) => (all.includes(name) ? (await read<{ puzzles: Puzzle[] }>(name)).puzzles : []))
    sets.set(game, coming)
    coming.catch(() => sets.delete(game))
  }
  return coming
}

/** A day, by the same clock everywhere. */
export const dayOf = (time: number = Date.now()): string => new Date(time).toISOString().slice(0, 10)

export const dayBefore = (day: string, days = 1): string => dayOf(Date.parse(day) - days * DAY_MS)

/** The puzzle of a day, the same everywhere; undefined where there is none. */
export const ofDay = <T>(list: readonly T[], day: string): T | undefined =>
  list[Math.floor(Date.parse(day) / DAY_MS) % list.length]
