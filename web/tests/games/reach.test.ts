import { expect, test } from 'vitest'
import { reach, valueOf } from '@/games/quanto/reach'

const caught = (card: string, ...display: string[]): string[] =>
  [...reach(display, valueOf(card))].sort((a, b) => a - b).map((place) => display[place] ?? '')

test('a look at a card shows what it can catch', () => {
  expect(caught('7', '3', '9', '4', '7')).toEqual(['3', '4', '7'])
  expect(caught('9r', '3', '9', '4', '7')).toEqual(['9'])
  expect(caught('5', '6', '9', '12')).toEqual([])
  expect(caught('12', '3', 'J', '4')).toEqual(['3', 'J', '4'])
  expect(caught('J', '3', '9')).toEqual(['3', '9'])
})
