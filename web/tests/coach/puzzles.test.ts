import { beforeEach, expect, test } from 'vitest'
import { coached } from '@/coach/coached.svelte'
import { byLevel, course, mean } from '@/coach/skill'
import type { Result } from '@/device/results.svelte'
import type { GameReview } from '@/protocol/types'
import { puzzles } from '@/puzzles/kept.svelte'
import { dayBefore, dayOf, ofDay, type Puzzle } from '@/puzzles/sets'
import { lastDays, rows, streak } from '@/today/days'

const TODAY = dayOf()
const puzzle: Puzzle = {
  seat: 0,
  known: '00',
  played: '10',
  lead: 0.1,
  spread: 0.01,
  choices: [{ action: 2, text: '0', value: 0.5, spread: 0.01, worlds: 64, count: null }],
}
const one = { id: 'lobo77:00', game: 'lobo77', puzzle }

beforeEach(() => {
  localStorage.clear()
  puzzles.clear()
  coached.clear()
})

test('the puzzle of a day is the same everywhere, and another one the day after', () => {
  const list = ['a', 'b', 'c']
  expect(ofDay(list, '1970-01-01')).toBe('a')
  expect(ofDay(list, '1970-01-05')).toBe('b')
  expect(ofDay([], '1970-01-05')).toBeUndefined()
})

test('what was missed comes back tomorrow until it is solved, and the first answer of a day counts', () => {
  puzzles.note(one, false, TODAY)
  expect(puzzles.due()).toEqual([])
  expect(puzzles.due(dayBefore(TODAY, -1)).map(({ id }) => id)).toEqual([one.id])
  puzzles.note(one, true, TODAY)
  expect(puzzles.waiting).toEqual([])
  expect(puzzles.answered).toEqual([{ game: 'lobo77', day: TODAY, right: false }])
})

test('a proved mistake of one’s own is a puzzle until it is solved, however often the game is looked at', () => {
  const review = {
    game: 'lobo77',
    names: ['Ada', 'Ben'],
    lessons: [
      {
        frame: 4,
        seat: 1,
        known: 'ff',
        loss: 0.2,
        spread: 0.02,
        line: [{ action: '0' }],
        instead: [{ action: '10' }],
        choices: [
          { id: 2, action: '0', label: 'Play 0', value: 0.5, spread: 0.01, worlds: 64, count: null, played: false },
          { id: 3, action: '10', label: 'Play 10', value: 0.3, spread: 0.01, worlds: 64, count: null, played: true },
        ],
      },
    ],
  } as unknown as GameReview
  puzzles.fromReview('AAAAAA', review)
  puzzles.fromReview('AAAAAA', review)
  const [due] = puzzles.due()
  expect(puzzles.due()).toHaveLength(1)
  expect(due?.puzzle).toMatchObject({ seat: 1, known: 'ff', played: '10', lead: 0.2, line: ['0'], instead: ['10'] })
  expect(due?.puzzle.choices.map(({ action, text }) => [action, text])).toEqual([
    [2, '0'],
    [3, '10'],
  ])
  if (due) puzzles.note(due, true, null)
  puzzles.fromReview('AAAAAA', review)
  expect(puzzles.waiting).toEqual([])
})

test('a file brings puzzles to another device, and spoilt storage brings none', () => {
  puzzles.note(one, false, TODAY)
  puzzles.ran(7)
  const file = JSON.parse(JSON.stringify(puzzles.kept)) as unknown
  puzzles.clear()
  puzzles.adopt(file)
  puzzles.adopt(file)
  expect(puzzles.kept).toMatchObject({ answered: [{ game: 'lobo77' }], waiting: [{ id: one.id }], best: 7 })
  for (const spoilt of [null, 3, [], { waiting: [{ id: 1 }, { id: 'x' }], best: 'y' }]) puzzles.adopt(spoilt)
  expect(puzzles.waiting).toHaveLength(1)
  expect(puzzles.best).toBe(7)
})

function result(code: string, day: string | null, place: number, levels: (string | null)[] = [null, 'easy']): Result {
  const won = place === 1
  return {
    code,
    game: 'lobo77',
    at: 1,
    names: levels.map(String),
    bots: levels.map(Boolean),
    levels,
    deal: day && `daily/${day}/lobo77`,
    you: 0,
    standings: [{ place, seats: [0], score: 1, won }],
    series: code,
  }
}

test('days in a row, the week and the card tell how it went and nothing of the cards', () => {
  const before = dayBefore(TODAY)
  const list = [result('A', before, 2), result('B', null, 1)]
  const answered = [{ game: 'qwixx', day: dayBefore(TODAY, 2), right: true }]
  expect(streak(list, answered, TODAY)).toBe(2)
  expect(streak(list, [...answered, { game: 'qwixx', day: TODAY, right: false }], TODAY)).toBe(3)
  expect(streak([], [], TODAY)).toBe(0)
  const week = lastDays(list, answered, ['lobo77', 'qwixx'], TODAY)
  expect(week).toHaveLength(7)
  expect(week[1]?.games['lobo77']).toEqual({ code: 'A', place: 2, right: null })
  expect(week.slice(1, 3).map(rows)).toEqual([
    { deals: '🥈⬜', puzzles: '⬜⬜' },
    { deals: '⬜⬜', puzzles: '⬜🟩' },
  ])
})

test('skill without luck has an interval, and bots of one level are counted apart', () => {
  expect(mean([0.1, 0.2])).toBeNull()
  const found = mean([0.1, 0.2, 0.3])
  expect(found?.value).toBeCloseTo(0.2)
  // Student’s quantile with two degrees of freedom is 4.303.
  expect(found?.spread).toBeCloseTo((4.303 * 0.1) / Math.sqrt(3), 2)
  const games = [0.1, 0.3].map((own, at) => ({
    code: `${at}`,
    game: 'lobo77',
    at,
    decisions: 9,
    mistakes: 0,
    luck: 0,
    own,
    worst: [],
  }))
  expect(course(games.reverse())).toEqual([10, 20])
  const list = [result('A', null, 1), result('B', null, 2), result('C', null, 1, [null, 'easy', 'hard'])]
  expect(byLevel(list)).toEqual([{ level: 'easy', played: 2, won: 1, expected: 1 }])
})
