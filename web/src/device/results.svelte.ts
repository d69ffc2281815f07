/** The games that were played to the end on this device: kept here, and nowhere else. */
import { Synced } from './synced.svelte'
import type { GameId, Person, Standing } from '@/server/wire'

export interface Result {
  code: string
  game: GameId
  /** When it ended, in milliseconds since 1970. */
  at: number
  /** By seat. */
  names: string[]
  bots: boolean[]
  /** The levels of the bots; games of older versions have none. */
  levels?: (string | null)[]
  /** The name of a deal that several tables had. */
  deal?: string | null
  you: number
  /** False where a bot made most of one’s decisions: the server says so later. */
  counts?: boolean
  /** Without words: those depend on the reader's language. */
  standings: Pick<Standing, 'place' | 'seats' | 'score' | 'won'>[]
  /** The first table of a series of rematches. */
  series: string
}

export interface Tally {
  played: number
  won: number
  best: number
  average: number
  /** Wins in a row: now, and the most there were. */
  streak: number
  longest: number
  /** From the first game to the last. */
  scores: number[]
  wins: boolean[]
}

const KEPT = 2000
// Calendars do not reach further; a later day cannot be written.
const LAST_DAY = 8.64e15
const KIND = 'tischlein-games'

const numbers = (list: unknown): list is number[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'number' && Number.isFinite(one))

const isShort = (text: unknown, most: number): boolean => typeof text === 'string' && text.length <= most

/** What others have written may be anything. */
function isResult(found: unknown): found is Result {
  const one = found as Result | null
  if (one === null || typeof one !== 'object') return false
  const texts = [one.code, one.game, one.series]
  return (
    texts.every((text) => typeof text === 'string' && text.length > 0 && text.length <= 40) &&
    numbers([one.at, one.you]) &&
    one.at >= 0 &&
    one.at <= LAST_DAY &&
    Array.isArray(one.names) &&
    one.names.length <= 16 &&
    one.names.every((name) => typeof name === 'string' && name.length <= 60) &&
    Array.isArray(one.bots) &&
    one.bots.every((bot) => typeof bot === 'boolean') &&
    (one.levels === undefined ||
      (Array.isArray(one.levels) && one.levels.every((level) => level === null || isShort(level, 120)))) &&
    (one.deal === undefined || one.deal === null || isShort(one.deal, 80)) &&
    (one.counts === undefined || typeof one.counts === 'boolean') &&
    Array.isArray(one.standings) &&
    one.standings.length > 0 &&
    one.standings.every(
      (row) => numbers([row?.place, row?.score]) && numbers(row.seats) && typeof row.won === 'boolean',
    ) &&
    one.standings.some((row) => row.seats.includes(one.you))
  )
}

/** The games that count in statistics. */
export const counted = (list: readonly Result[]): Result[] => list.filter((one) => one.counts !== false)

export const ownRow = (one: Result): Result['standings'][number] | undefined =>
  one.standings.find((row) => row.seats.includes(one.you))

function sorted(list: unknown): Result[] {
  return Array.isArray(list)
    ? list
        .filter(isResult)
        .sort((a, b) => b.at - a.at)
        .slice(0, KEPT)
    : []
}

class Results {
  #kept = new Synced('results', sorted)
  #series = new Synced('series', (found) => (found ?? {}) as Record<string, string>)

  /** The last one first. */
  get list(): readonly Result[] {
    return this.#kept.value
  }

  add(
    code: string,
    game: GameId,
    people: readonly Person[],
    you: number,
    standings: readonly Standing[],
    deal: string | null = null,
  ): void {
    const rows = standings.map(({ place, seats, score, won }) => ({ place, seats, score, won }))
    this.adopt([
      {
        code,
        game,
        at: Date.now(),
        names: people.map((one) => one.name),
        bots: people.map((one) => one.bot),
        levels: people.map((one) => (one.bot ? one.level : null) ?? null),
        deal,
        you,
        standings: rows,
        series: this.seriesOf(code),
      },
    ])
  }

  /** The same people play on at another table. */
  goOn(from: string, to: string): void {
    this.#series.change((series) =>
      Object.fromEntries([...Object.entries(series).slice(-200), [to, series[from] ?? from]]),
    )
  }

  seriesOf(code: string): string {
    return this.#series.value[code] ?? code
  }

  /** The games of a series so far, the first one first. */
  inSeries(code: string): Result[] {
    const series = this.seriesOf(code)
    return this.list.filter((one) => one.series === series).reverse()
  }

  /** A file that another device can read; `more` is what else it takes along. */
  write(more: object = {}): string {
    return JSON.stringify({ kind: KIND, version: 1, games: this.list, ...more }, null, 1)
  }

  /** Take over what is in such a file; returns how many games were new, or null if it is none. */
  read(text: string): number | null {
    let found: { kind?: unknown; games?: unknown }
    try {
      found = JSON.parse(text) as typeof found
    } catch {
      return null
    }
    if (found === null || typeof found !== 'object' || found.kind !== KIND || !Array.isArray(found.games)) return null
    return this.adopt(found.games)
  }

  /** Add those that are not here yet, as from another device, and note which count; returns how many are new. */
  adopt(games: readonly unknown[]): number {
    let fresh: Result[] = []
    this.#kept.change((list) => {
      const found = sorted(games)
      const known = new Set(list.map((one) => one.code))
      fresh = found.filter((one) => !known.has(one.code) && known.add(one.code))
      const not = new Set(found.flatMap((one) => (one.counts === false ? [one.code] : [])))
      if (!fresh.length && !list.some((one) => one.counts !== false && not.has(one.code))) return list
      return sorted([...fresh, ...list.map((one) => (not.has(one.code) ? { ...one, counts: false } : one))])
    })
    return fresh.length
  }

  clear(): void {
    this.#series.change(() => ({}))
    this.#kept.change(() => [])
  }
}

export const results = new Results()

/** Sums up a player's games, given with the last one first; with `low` the fewest points are the best. */
export function tally(list: readonly Result[], low: boolean): Tally {
  const rows = counted(list)
    .map(ownRow)
    .filter((row) => row !== undefined)
    .reverse()
  const scores = rows.map((row) => row.score)
  const wins = rows.map((row) => row.won)
  let streak = 0
  let longest = 0
  for (const won of wins) {
    streak = won ? streak + 1 : 0
    longest = Math.max(longest, streak)
  }
  const average = scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : 0
  return {
    played: rows.length,
    won: wins.filter(Boolean).length,
    best: scores.length ? (low ? Math.min(...scores) : Math.max(...scores)) : 0,
    average,
    streak,
    longest,
    scores,
    wins,
  }
}

/** How often each name has won in a series, the most often first. */
export function standing(list: readonly Result[]): { name: string; won: number }[] {
  const won = new Map<string, number>()
  for (const one of list) {
    for (const name of one.names) won.set(name, won.get(name) ?? 0)
    for (const row of one.standings)
      if (row.won)
        for (const seat of row.seats) won.set(one.names[seat] ?? '', (won.get(one.names[seat] ?? '') ?? 0) + 1)
  }
  return [...won].map(([name, n]) => ({ name, won: n })).sort((a, b) => b.won - a.won)
}
