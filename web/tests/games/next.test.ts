import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { Session } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import Table from '@/games/lobo77/Table.svelte'
import { Stage } from '@/table/stage.svelte'
import * as fakes from '../fakes'
import { view } from '../fakes'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([1, 7])('at a table of eight, seat %i is marked as the next, and no other', (next) => {
  settings.lang = 'en'
  vi.stubGlobal('WebSocket', fakes.Line)
  const session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  fakes.Line.last.accept()
  const [one] = fakes.table().seats
  const seats = Array.from({ length: 8 }, (_, k) => ({ ...one!, seat: k, name: `Player ${k}` }))
  const players = seats.map(({ seat }) => ({ seat, cards: 5, chips: 3, swims: false, out: false }))
  fakes.Line.last.say(
    fakes.welcome({ ...fakes.moment({ view: view({ seats: 8, next, players }) }), table: fakes.table({ seats }) }),
  )
  render(Table, { stage: new Stage(session) })
  const marked = screen
    .getAllByRole('listitem')
    .flatMap((item, k) => (item.textContent?.includes('next') ? [k + 1] : []))
  expect(marked).toEqual([next])
  session.close()
})
