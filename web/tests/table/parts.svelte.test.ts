import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { createRawSnippet, tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Log from '@/play/Log.svelte'
import Hand from '@/cards/Hand.svelte'
import { settings } from '@/device/settings.svelte'
import type { TableSession } from '@/session/session.svelte'
import SeatRing from '@/parts/SeatRing.svelte'
import Switch from '@/parts/Switch.svelte'
import TaskLine from '@/table/frame/TaskLine.svelte'
import LookingOn from '@/table/frame/LookingOn.svelte'
import type { Stage } from '@/table/stage.svelte'

beforeEach(() => {
  settings.lang = 'en'
  // The test's page has no layout to scroll in.
  Element.prototype.scrollTo = () => undefined
})
afterEach(cleanup)

test('the log leaves out what the table shows without words', () => {
  const session = {
    you: 0,
    game: 'lobo77',
    events: [
      { seq: 1, seat: 0, kind: 'deal', card: '7' },
      { seq: 2, seat: 1, kind: 'play', card: '9', total: 9 },
      { seq: 3, seat: 1, kind: 'draw', card: '?' },
      { seq: 4, seat: 0, kind: 'draw', card: '5' },
    ],
    sentence: (event: { seq: number }) => (event.seq % 2 ? '' : `sentence ${event.seq}`),
  }
  render(Log, { session: session as unknown as TableSession })
  expect(screen.getAllByText(/^sentence/).map((line) => line.textContent?.trim())).toEqual(['sentence 2', 'sentence 4'])
})

test('seats say who sits there and what a tap does', async () => {
  const pick = vi.fn()
  render(SeatRing, {
    game: 'quando',
    seats: [
      { seat: 0, kind: 'person', name: 'Maria', you: true, host: true, online: true },
      { seat: 1, kind: 'open', name: null },
    ],
    pick,
    pickable: (seat) => !seat.you,
    label: () => 'put a bot here',
  })
  await fireEvent.click(screen.getByRole('button', { name: 'Seat 2, free: put a bot here' }))
  expect(pick).toHaveBeenCalledWith(1)
  expect(screen.getByText('Seat 1, Maria, host, you')).toBeTruthy()
})

test('arrows go on from the card with the focus, also after a card has come before it', async () => {
  const items = (...names: string[]) =>
    names.map((card) => ({ key: card, card, name: card, label: card, legal: true, anchor: card }))
  const still = {
    card: createRawSnippet(() => ({ render: () => '<i></i>' })),
    onplay: () => undefined,
    label: 'Your cards',
  }
  const { rerender } = render(Hand, { ...still, items: items('2', '5', '9') })
  screen.getByRole('button', { name: '5' }).focus()
  await rerender({ ...still, items: items('1', '2', '5', '9') })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('5')
  expect(screen.getByRole('button', { name: '5' }).tabIndex).toBe(0)
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('9')
})

test.each([
  [true, ['Watch fast', 'To the end', 'New game']],
  [false, ['New game']],
])(
  'whoever is out has all ways to go on at once, also while the last card flies (only bots are left: %s)',
  (bot, names) => {
    const people = [
      { seat: 0, bot: false },
      { seat: 1, bot: true },
      { seat: 2, bot },
    ]
    render(LookingOn, {
      stage: { session: { you: 0, people, another: () => undefined } } as unknown as Stage,
      left: [0, 1, 2],
    })
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(names)
  },
)

test('a switch is a switch for those who listen', async () => {
  const change = vi.fn()
  render(Switch, { label: 'Sounds', checked: false, change })
  await fireEvent.click(screen.getByRole('switch', { name: 'Sounds' }))
  expect(change).toHaveBeenCalledWith(true)
})

test('the sentence is never older than the table: it says what is being done, until that is shown', async () => {
  const session = $state({
    view: { n: 1 },
    pending: null as string | null,
    notice: null,
    actions: [{ text: '7', label: 'Play 7' }],
    task: 'It is your turn.',
    over: false,
    waiting: [0],
  })
  const stage = { session, opening: false } as unknown as Stage
  render(TaskLine, { stage, sentence: '', mine: true, own: undefined, sideways: false })
  const sentence = (): string | null | undefined => document.querySelector('.sentence')?.textContent
  expect(sentence()).toBe('It is your turn.')
  session.pending = '7'
  await tick()
  expect(sentence()).toBe('Play 7 …')
  // It was accepted; the card still flies.
  session.pending = null
  await tick()
  expect(sentence()).toBe('Play 7 …')
  session.task = 'Hugo is next.'
  session.view = { n: 2 }
  await tick()
  expect(sentence()).toBe('Hugo is next.')
})
