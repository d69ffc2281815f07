import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { settings } from '@/device/settings.svelte'
import { placesBefore } from '@/games/quanto/before'
import Table from '@/games/quanto/Table.svelte'
import { Session } from '@/session/session.svelte'
import type { QuantoView } from '@/protocol/types'
import { Stage } from '@/table/stage.svelte'
import * as fakes from '../fakes'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function quanto(change: Partial<QuantoView> = {}): QuantoView {
  const player = { partner: null, cards: 2, pile: [], quanto: null }
  return {
    ...fakes.view(),
    game: 'quanto',
    offer: null,
    hand: ['7', '10'],
    partner_knows: null,
    unseen: {},
    dealer: 1,
    turn: 0,
    step: 'card',
    card: null,
    verb: null,
    picked: [],
    value: null,
    owner: null,
    goal: null,
    groups: [],
    lying: [],
    second: false,
    display: ['3', '4', '8'],
    revealed: null,
    tiles: [],
    all_tiles: [],
    draw_count: 20,
    gone: [],
    last_taker: null,
    players: [0, 1].map((seat) => ({ seat, ...player })),
    ...change,
  } as unknown as QuantoView
}

test('until the verb is said another card can be chosen instead: it takes back, and then chooses', async () => {
  settings.lang = 'en'
  vi.stubGlobal('WebSocket', fakes.Line)
  const session = new Session({ code: 'ABCDEF', token: 'key', game: 'quanto', url: 'ws://table' })
  const line = fakes.Line.last
  line.accept()
  const verbs = [{ id: 3, text: 'catch', label: 'Catch', hint: null, note: '', card: null }]
  const chosen = fakes.moment({ view: quanto({ step: 'verb', card: '7' }), actions: verbs, can_undo: true })
  line.say(fakes.welcome({ ...chosen, table: fakes.table({ game: 'quanto' }) }))
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  render(Table, { stage })
  const instead = screen.getByRole('button', { name: 'Choose 10 instead' })
  expect(instead.getAttribute('aria-disabled')).toBe('false')
  const lifted = screen.getByRole('button', { pressed: true })
  expect(lifted.dataset['card']).toBe('7')
  expect(lifted.getAttribute('aria-disabled')).toBe('true')
  await fireEvent.click(instead)
  expect(line.of('undo')).toHaveLength(1)
  const cards = ['7', '10'].map((card, id) => ({ id, text: `card ${card}`, label: card, hint: null, note: '', card }))
  const undo = { seq: 1, seat: 0, kind: 'undo' as const, text: '', since: 0 }
  line.say({ type: 'news', ...fakes.moment({ seq: 11, told: 11, events: [undo], view: quanto(), actions: cards }) })
  await vi.waitFor(() => expect(line.of('play').map(({ action }) => action)).toEqual(['card 10']))
  close()
  session.close()
})

test('laid back without another wish, no card is chosen', async () => {
  settings.lang = 'en'
  vi.stubGlobal('WebSocket', fakes.Line)
  const session = new Session({ code: 'ABCDEF', token: 'key', game: 'quanto', url: 'ws://table' })
  const line = fakes.Line.last
  line.accept()
  const verbs = [{ id: 3, text: 'catch', label: 'Catch', hint: null, note: '', card: null }]
  const chosen = fakes.moment({ view: quanto({ step: 'verb', card: '7' }), actions: verbs, can_undo: true })
  line.say(fakes.welcome({ ...chosen, table: fakes.table({ game: 'quanto' }) }))
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  render(Table, { stage })
  await fireEvent.click(screen.getByRole('button', { pressed: true }))
  expect(line.of('undo')).toHaveLength(1)
  const undo = { seq: 1, seat: 0, kind: 'undo' as const, text: '', since: 0 }
  line.say({ type: 'news', ...fakes.moment({ seq: 11, told: 11, events: [undo], view: quanto() }) })
  await vi.waitFor(() => expect(stage.view).toMatchObject({ step: 'card' }))
  await vi.waitFor(() => expect(session.settled).toBe(true))
  expect(line.of('play')).toEqual([])
  close()
  session.close()
})

test('before a player lie as many cards of a quanto as fit beside the hand', () => {
  // On a wide screen hand and quanto have a line each.
  expect(placesBefore(300, true, 5, 0)).toEqual({ size: 46, most: 4 })
  expect(placesBefore(306, true, 5, 0).most).toBe(4)
  expect(placesBefore(312, true, 5, 0).most).toBe(4)
  expect(placesBefore(215, true, 5, 0)).toEqual({ size: 40, most: 3 })
  // Five backs of 19 pixels, each 0.45 further, and the tile: 300 - 53 - 10 - 21 - 20 leaves nine cards of 20.
  expect(placesBefore(300, false, 5, 0)).toEqual({ size: 19, most: 9 })
  // Two cards that a partner knows lie open: 40 pixels less, and three backs instead of five.
  expect(placesBefore(300, false, 3, 2)).toEqual({ size: 19, most: 8 })
  // No backs are no width; on a phone one counts only how many.
  expect(placesBefore(200, false, 0, 0)).toEqual({ size: 19, most: 7 })
  expect(placesBefore(160, false, 5, 0)).toEqual({ size: 16, most: 3 })
  expect(placesBefore(100, false, 2, 0).most).toBe(0)
})
