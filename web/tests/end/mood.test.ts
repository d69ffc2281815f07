import { expect, test } from 'vitest'
import { moodOf } from '@/end/mood'

const row = (seat: number, score: number, won = false) => ({ seats: [seat], score, won })

test.each([
  ['won', [row(0, 80, true), row(1, 60)]],
  ['lost', [row(1, 80, true), row(0, 60)]],
  ['narrow', [row(1, 80, true), row(0, 74)]],
  ['narrow', [row(1, 3, true), row(0, 2)]],
  ['lost', [row(1, 3, true), row(0, 0)]],
  ['narrow', [row(1, 50, true), row(0, 54)]],
] as const)('a seat has %s', (mood, list) => {
  expect(moodOf(list, 0)).toBe(mood)
})

test('who only looked on has neither won nor lost', () => {
  expect(moodOf([row(0, 80, true), row(1, 60)], null)).toBe('watched')
})
