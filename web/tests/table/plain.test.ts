import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '@/device/settings.svelte'
import type { TableSession } from '@/session/session.svelte'
import type { Action, AnyView } from '@/server/wire'
import { DRAWN, faceOf } from '@/games'
import Plain from '@/table/plain/Plain.svelte'
import {
  around,
  before,
  fit,
  guessed,
  inHand,
  Kept,
  onTable,
  placeOf,
  printed,
  repeats,
  suited,
  type Place,
  type Zone,
} from '@/table/plain/zones'
import { Stage } from '@/table/stage.svelte'

const zones: Zone[] = [
  { name: 'rows', key: 'rows', kind: 'row', owner: 'table', title: 'Rows' },
  { name: 'draw', key: 'draw_count', kind: 'pile', owner: 'table', title: 'Pile' },
  { name: 'laid', key: 'players.*.laid', kind: 'cards', owner: 'seat', title: 'Laid' },
  { name: 'held', key: 'players.*.cards', kind: 'hand', owner: 'seat', title: 'Hand' },
  { name: 'hand', key: 'hand', kind: 'hand', owner: 'seat', title: 'Hand' },
]

function view(change: object = {}): AnyView {
  return {
    game: 'toy',
    seats: 3,
    you: 0,
    phase: 'choose',
    over: false,
    waiting: [0, 2],
    scores: [3, 0, -5],
    winners: [],
    options: {},
    rows: [['3', '8'], ['11']],
    draw_count: 40,
    hand: ['5', '9', '12'],
    players: [
      { laid: ['7'], cards: 3 },
      { laid: [], cards: 3 },
      { laid: ['?'], cards: 2 },
    ],
    ...change,
  } as AnyView
}

function action(text: string, label: string, note = '', card: string | null = null): Action {
  return { id: 0, text, label, hint: {}, note, card }
}

function session(change: object = {}): TableSession {
  return {
    kind: 'live',
    game: 'toy',
    you: 0,
    view: view(),
    actions: [
      action('play 5', 'Play the 5', '', '5'),
      action('play 9', 'Play the 9', 'costs 4', '9'),
      action('pass', 'Pass'),
    ],
    task: 'Waiting for Ben …',
    waiting: [0, 2],
    scores: [3, 0, -5],
    over: false,
    winners: [],
    events: [],
    deadline: null,
    clocks: [],
    pending: null,
    notice: null,
    hurry: false,
    mayUndo: false,
    people: ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({
      seat,
      name,
      bot: false,
      level: null,
      free: false,
      online: true,
      standIn: false,
      host: false,
      preferences: {},
    })),
    myTurn: true,
    may: () => true,
    name: (seat: number) => ['Ada', 'Ben', 'Cleo'][seat] ?? '',
    play: vi.fn(),
    why: vi.fn(),
    dismissNotice: vi.fn(),
    undo: vi.fn(),
    onNews: () => () => undefined,
    skip: vi.fn(),
    sentence: () => '',
    ...change,
  } as unknown as TableSession
}

beforeEach(() => {
  settings.lang = 'en'
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a game without a face of its own gets the plain one', () => {
  expect(DRAWN.length).toBeGreaterThan(0)
  expect(faceOf('toy')).not.toBe(faceOf(DRAWN[0] ?? ''))
  expect(faceOf('toy')).toBe(faceOf('another'))
})

test('zones say what lies where: in the middle, before others, in your own hand', () => {
  expect(onTable(view(), zones)).toMatchObject([
    { id: 'rows', lines: [['3', '8'], ['11']] },
    { id: 'draw', count: 40 },
  ])
  expect(before(view(), zones, 2)).toMatchObject([
    { id: 'laid:2', lines: [['?']] },
    { id: 'held:2', count: 2 },
  ])
  expect(before(view(), zones, 0).map((place) => place.id)).toEqual(['laid:0'])
  expect(inHand(view(), zones)).toEqual(['5', '9', '12'])
  expect(inHand(view({ you: null, hand: null }), zones)).toEqual([])
  expect(around(view(), zones, [1, 2], (seat) => `seat ${seat}`).map((place) => [place.title, place.lines])).toEqual([
    ['seat 1', [[]]],
    ['seat 2', [['?']]],
  ])
})

test('without zones the view itself says enough', () => {
  const found = guessed(view()).map(({ name, key, kind, owner }) => `${owner} ${kind} ${name} ${key}`)
  expect(found).toEqual([
    'table cards rows rows',
    'table counter draw_count draw_count',
    'seat hand hand hand',
    'seat cards laid players.*.laid',
    'seat counter cards players.*.cards',
  ])
})

test('what is about no card is a button, also where a card has the same name', async () => {
  const live = session({ actions: [action('take 5', 'Take row 5'), action('take 9', 'Take row 9')] })
  render(Plain, { stage: new Stage(live) })
  await fireEvent.click(screen.getByRole('button', { name: '5' }))
  expect(live.play).not.toHaveBeenCalled()
  expect(live.why).toHaveBeenCalledWith('5')
  await fireEvent.click(screen.getByRole('button', { name: 'Take row 5' }))
  expect(live.play).toHaveBeenCalledWith('take 5')
})

test('cards in the middle shrink until everything has room', () => {
  const many = onTable(view({ rows: Array.from({ length: 4 }, () => ['1', '2', '3', '4', '5']) }), zones)
  const wide = fit(many, 1000, 700)
  const narrow = fit(many, 340, 300)
  expect(wide.card).toBeGreaterThan(narrow.card)
  expect(narrow.card).toBeGreaterThanOrEqual(30)
  const exact = Array.from({ length: 20 }, (_, more) => fit(many, 340, 300 + 10 * more))
  exact.forEach(({ card }, more) =>
    expect(fit(many, 340, 300 + 10 * more + 20, true).card, 'dots have their room').toBe(card),
  )
})

test('cards are tapped, everything else is a button with its words and what comes of it', async () => {
  const live = session()
  render(Plain, { stage: new Stage(live) })
  await fireEvent.click(screen.getByRole('button', { name: 'Play the 9, costs 4' }))
  expect(live.play).toHaveBeenCalledWith('play 9')
  await fireEvent.click(screen.getByRole('button', { name: 'Pass' }))
  expect(live.play).toHaveBeenCalledWith('pass')
  expect(screen.queryByRole('button', { name: 'Play the 5' })?.dataset['card']).toBe('5')
  // What cannot be done is asked about.
  await fireEvent.click(screen.getByRole('button', { name: '12' }))
  expect(live.why).toHaveBeenCalledWith('play 12')
})

test('several things that can be done with a card are asked for', async () => {
  const live = session({
    actions: [action('play 5 up', '5 upwards', '', '5'), action('play 5 down', '5 downwards', '', '5')],
  })
  render(Plain, { stage: new Stage(live) })
  await fireEvent.click(screen.getByRole('button', { name: '5' }))
  expect(live.play).not.toHaveBeenCalled()
  await fireEvent.click(screen.getByRole('button', { name: '5 downwards' }))
  expect(live.play).toHaveBeenCalledWith('play 5 down')
})

test('where several decide at once, dots say who has', async () => {
  const live = session({ actions: [], myTurn: false, view: view({ waiting: [0, 1, 2] }) })
  const stage = new Stage(live)
  render(Plain, { stage })
  stage.view = view({ waiting: [1] })
  expect(await screen.findByText('Cleo: has decided')).toBeTruthy()
  expect(screen.getByText('Ben: is still thinking')).toBeTruthy()
  expect(screen.getByText('Waiting for Ben …')).toBeTruthy()
})

test('what goes leaves its place free, and what comes again is where it was', () => {
  const kept = new Kept()
  const place = (id: string, cards: string[]): Place => ({
    id,
    title: id,
    kind: 'row',
    lines: [cards],
    count: null,
    text: '',
    action: null,
  })
  kept.with([place('a', ['1', '2']), place('b', [])])
  const now = kept.with([place('b', ['3'])])
  expect(now.map(({ id, gone }) => [id, gone ?? false])).toEqual([
    ['a', true],
    ['b', false],
  ])
  expect(kept.longest('a')).toBe(2)
  expect(kept.with([place('c', []), place('a', [])]).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a suit has a colour, and a symbol in place of its letters', () => {
  const suits = { h: { colour: 'red', symbol: '♥' }, ho: { colour: 'blue', symbol: '' } }
  expect(suited('h10', suits)).toEqual({ suit: suits.h, text: '10' })
  expect(suited('ho1', suits)).toEqual({ suit: suits.ho, text: 'ho1' })
  expect(suited('7', suits)).toBeNull()
})

test('a sign stays in front of its number, a suit below it, and colour is never all that differs', () => {
  const suits = {
    '+': { colour: 'green', symbol: '+' },
    '-': { colour: 'red', symbol: '−' },
    h: { colour: 'red', symbol: '♥' },
    o: { colour: 'orange', symbol: '' },
  }
  expect(printed('+4', '+4', suits)).toEqual({ text: '+4', symbol: '', colour: 'green' })
  expect(printed('-4', '-4', suits)).toEqual({ text: '−4', symbol: '', colour: 'red' })
  expect(printed('h10', 'h10', suits)).toEqual({ text: '10', symbol: '♥', colour: 'red' })
  expect(printed('o7', 'o7', suits)).toEqual({ text: 'o7', symbol: '', colour: 'orange' })
  expect(printed('-2', '-2', {})).toEqual({ text: '−2', symbol: '', colour: '' })
  expect(printed('3/8', '3/8', {}).text).toBe('3/8')
})

test('a zone that only repeats the hand is recognized, also while one of its cards lies elsewhere', () => {
  const zone = (name: string, cards: string[]) =>
    placeOf({ name, key: name, kind: 'cards', owner: 'seat', title: name }, cards)!
  const left = zone('left', ['3', '5', '7'])
  const chosen = zone('chosen', ['5'])
  const taken = zone('taken', ['3'])
  expect(repeats(left, ['3', '5', '7'], [left, taken])).toBe(true)
  expect(repeats(left, ['3', '7'], [left, chosen])).toBe(true)
  expect(repeats(left, ['3', '7'], [left, taken])).toBe(false)
  expect(repeats(taken, ['3', '7'], [left, taken])).toBe(false)
  expect(repeats(taken, [], [left, taken])).toBe(false)
})
