/** What was played on which day: deals of the day and puzzles, as this device knows them. */
import { isDaily } from '@/device/guest'
import { ownRow, type Result } from '@/device/results.svelte'
import type { Answered } from '@/puzzles/kept.svelte'
import { dayBefore } from '@/puzzles/sets'

/** What came of a game's deal and puzzle; null: not played. */
export interface Played {
  code: string | null
  /** The place at the table. */
  place: number | null
  right: boolean | null
}

export interface Day {
  day: string
  games: Record<string, Played>
}

const dealt = (one: Result): string | null => (isDaily(one.deal) ? (one.deal?.split('/')[1] ?? null) : null)

/** The last days, today first. */
export function lastDays(
  results: readonly Result[],
  answered: readonly Answered[],
  games: readonly string[],
  today: string,
  n = 7,
): Day[] {
  return Array.from({ length: n }, (_, k) => {
    const day = dayBefore(today, k)
    const of = (game: string): Played => {
      const deal = results.find((one) => one.game === game && dealt(one) === day)
      return {
        code: deal?.code ?? null,
        place: (deal && ownRow(deal)?.place) ?? null,
        right: answered.find((one) => one.game === game && one.day === day)?.right ?? null,
      }
    }
    return { day, games: Object.fromEntries(games.map((game) => [game, of(game)])) }
  })
}

/** Days in a row with a deal or a puzzle; today may still come. */
export function streak(results: readonly Result[], answered: readonly Answered[], today: string): number {
  const days = new Set([...results.map(dealt), ...answered.map((one) => one.day)])
  let n = 0
  for (let day = days.has(today) ? today : dayBefore(today); days.has(day); day = dayBefore(day)) n += 1
  return n
}

const DEALS = ['🥇', '🥈', '🥉']

/** The rows of a card that others may see before they have played: how it went, and nothing of the cards. */
export function rows(day: Day): { deals: string; puzzles: string } {
  const all = Object.values(day.games)
  return {
    deals: all.map(({ place }) => (place === null ? '⬜' : (DEALS[place - 1] ?? '🃏'))).join(''),
    puzzles: all.map(({ right }) => (right === null ? '⬜' : right ? '🟩' : '🟥')).join(''),
  }
}
