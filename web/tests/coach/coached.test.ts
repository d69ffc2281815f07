import { beforeEach, expect, test } from 'vitest'
import type { GameReview } from '@/protocol/types'
import { coached, progress } from '@/coach/coached.svelte'

beforeEach(() => {
  localStorage.clear()
  coached.clear()
})

function review(decisions: number, lessons: [number, string][], seat = 0): GameReview {
  const player = { decisions, mistakes: lessons.length }
  return {
    game: 'lobo77',
    seat,
    players: [player, player],
    places: [],
    turns: [],
    lessons: lessons.map(([loss, text]) => ({
      loss,
      text: [text],
      kind: text.slice(0, 1),
      kind_text: `kind of ${text}`,
    })),
  } as unknown as GameReview
}

test('what the coach says about one’s games adds up, each game once, and in both languages', () => {
  coached.note(
    'AAAAAA',
    review(10, [
      [0.02, 'small'],
      [0.3, 'large'],
    ]),
    0,
    'en',
    1,
  )
  coached.note(
    'AAAAAA',
    review(10, [
      [0.02, 'klein'],
      [0.3, 'groß'],
    ]),
    0,
    'de',
    2,
  )
  coached.note('BBBBBB', review(30, [[0.1, 'middle']]), 0, 'en', 3)
  const seen = progress(coached.list)
  expect(seen).toMatchObject({ games: 2, mistakes: 1.5 })
  expect(seen?.accuracy).toBeCloseTo(1 - 3 / 40)
  expect(seen?.worst.map(({ code, loss, texts }) => [code, loss, texts])).toEqual([
    ['AAAAAA', 0.3, { en: 'large', de: 'groß' }],
    ['BBBBBB', 0.1, { en: 'middle' }],
    ['AAAAAA', 0.02, { en: 'small', de: 'klein' }],
  ])
  expect(JSON.parse(localStorage['tischlein.coached'] ?? '[]')).toHaveLength(2)
})

test('others’ eyes and games without a decision say nothing about oneself', () => {
  coached.note('AAAAAA', review(10, [], 1), 0, 'en')
  coached.note('BBBBBB', review(0, []), 0, 'en')
  expect(progress(coached.list)).toBeNull()
})

test('mistakes of the same kind are told together, over all games; a single one is not typical', () => {
  coached.note(
    'AAAAAA',
    review(10, [
      [0.2, 'knock'],
      [0.1, 'keep'],
      [0.5, 'once'],
    ]),
    0,
    'en',
    1,
  )
  coached.note('BBBBBB', review(10, [[0.1, 'knock']]), 0, 'en', 2)
  const [typical, ...others] = progress(coached.list)?.typical ?? []
  expect(typical).toMatchObject({ kind: 'k', count: 3, texts: { en: 'kind of knock' } })
  expect(typical?.loss).toBeCloseTo(0.4)
  expect(others).toEqual([])
})
