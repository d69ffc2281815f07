import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settings } from '@/device/settings.svelte'
import type { AnyView } from '@/server/wire'
import { around, leaving, nameOf } from '@/rules/example'
import Sections from '@/rules/Sections.svelte'

beforeEach(() => {
  settings.lang = 'en'
  settings.switch('clauses', false)
})
afterEach(cleanup)

const RULES = [{ title: 'Your turn', text: 'One card.\n\nThen another.', clauses: ['A1', 'A2'] }]

test('what is about to move is what is not there a moment later', () => {
  expect([...leaving(['2', '7'], ['2', '5'])]).toEqual([1])
  expect([...leaving(['2', '7', '9'], ['7', '9'])]).toEqual([0])
  // Of two equal cards it is the one whose place has changed.
  expect([...leaving(['0', '0', '7'], ['4', '0', '7'])]).toEqual([0])
  expect([...leaving(['2', '7'], null)]).toEqual([])
})

test('the others have names, clockwise from whoever looks on', () => {
  const view = { seats: 3, you: 1 } as AnyView
  expect(around(view).map((seat) => nameOf(view, seat))).toEqual(['Anna', 'Ben', 'You'])
})

test('clause numbers are there for whoever asks', async () => {
  render(Sections, { game: 'nowhere', rules: RULES })
  expect(screen.queryByText(/A1/)).toBeNull()
  await fireEvent.click(screen.getByRole('switch', { name: /Show clause numbers/ }))
  expect(screen.getByText('Rules A1, A2')).toBeTruthy()
})
