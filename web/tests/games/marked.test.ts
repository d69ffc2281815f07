import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import Sheet from '@/games/quando/Sheet.svelte'
import { settings } from '@/device/settings.svelte'
import type { TableSession } from '@/session/table-session'

test('your column of the score sheet is marked as yours', () => {
  settings.lang = 'de'
  const names = ['Ada', 'Ben']
  const session = {
    you: 1,
    events: [],
    scores: [3, 0],
    people: names.map((name, seat) => ({ name, seat })),
    name: (seat: number) => names[seat] ?? '',
  } as unknown as TableSession
  render(Sheet, { props: { session, fresh: null, target: 50 } })
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Runde', 'Ada', 'Ben (du)'])
})
