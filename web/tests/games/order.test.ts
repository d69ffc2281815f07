import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { Session } from '@/client/session.svelte'
import { settings } from '@/client/settings.svelte'
import { nextSeat } from '@/games/lobo77/order'
import Table from '@/games/lobo77/Table.svelte'
import { Stage } from '@/table/stage.svelte'
import * as fakes from '../fakes'
import { view } from '../fakes'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function table(seats: number, turn: number, direction: number, out: number[] = []): ReturnType<typeof view> {
  const players = Array.from({ length: seats }, (_, seat) => ({ seat, cards: 5, chips: 3, swims: false, out: out.includes(seat) }))
  return view({ seats, turn, direction, players })
}

test.each([6, 7, 8])('with %i seats the next one follows the direction, round the end of the row, and past whoever is out', (seats) => {
  for (let turn = 0; turn < seats; turn++) {
    expect(nextSeat(table(seats, turn, 1))).toBe((turn + 1) % seats)
    expect(nextSeat(table(seats, turn, -1))).toBe((turn + seats - 1) % seats)
  }
  expect(nextSeat(table(seats, seats - 1, 1, [0, 1]))).toBe(2)
  expect(nextSeat(table(seats, 0, -1, [seats - 1, seats - 2]))).toBe(seats - 3)
})

test('nobody comes next where only one is left, or nothing is to be played', () => {
  expect(nextSeat(table(3, 1, -1, [0, 2]))).toBeNull()
  expect(nextSeat({ ...table(6, 0, 1), phase: 'over', over: true })).toBeNull()
  expect(nextSeat({ ...table(6, 0, 1), phase: 'deal' })).toBeNull()
})

test.each([
  [1, 1],
  [-1, 7],
])('at a table of eight that goes round by %i, seat %i is marked as the next, and no other', (direction, seat) => {
  settings.lang = 'en'
  vi.stubGlobal('WebSocket', fakes.Line)
  const session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  fakes.Line.last.accept()
  const [one] = fakes.table().seats
  const seats = Array.from({ length: 8 }, (_, k) => ({ ...one!, seat: k, name: `Player ${k}` }))
  fakes.Line.last.say(fakes.welcome({ ...fakes.moment({ view: table(8, 0, direction) }), table: fakes.table({ seats }) }))
  render(Table, { stage: new Stage(session) })
  const marked = screen.getAllByRole('listitem').flatMap((item, k) => (item.textContent?.includes('next') ? [k + 1] : []))
  expect(marked).toEqual([seat])
  session.close()
})
