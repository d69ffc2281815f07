/** What the server says in words, the page does not say a second time. */
import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import End from '@/end/End.svelte'
import { called } from '@/server/labels.svelte'
import { Session } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import { Line, moment, welcome } from '../fakes'

const WORDS = import.meta.glob<{ default: { table: Record<string, string> } }>('../../src/games/*/texts/en.json', {
  eager: true,
})

const NAMED = import.meta.glob<{ named?: (card: string) => string }>('../../src/games/*/texts/index.ts', {
  eager: true,
})

beforeEach(() => {
  settings.lang = 'en'
  Line.opened = []
  vi.stubGlobal('WebSocket', Line)
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('no game has a sentence twice, for you and for others: events have their words', () => {
  expect(Object.keys(WORDS).length).toBeGreaterThan(3)
  const twice = Object.entries(WORDS).flatMap(
    ([
      file,
      {
        default: { table: en },
      },
    ]) => Object.keys(en).flatMap((key) => (`${key}You` in en ? [`${file} ${key}`] : [])),
  )
  expect(twice).toEqual([])
})

test('cards are called what the texts of the game call them', async () => {
  const cards = { '?': 'a back', J: 'the fool', '5r': 'five of many colours', x2: 'twice', r7: 'seven in red' }
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/texts/')
      ? Promise.resolve(Response.json({ name: '', tagline: '', cards }))
      : Promise.reject(new Error('no network in this test')),
  )
  for (const [game, card, name] of [
    ['quanto', '5r', 'five of many colours'],
    ['quanto', 'J', 'the fool'],
    ['qwixx', 'r7', 'seven in red'],
    ['lobo77', 'x2', 'twice'],
  ] as const) {
    const named = NAMED[`../src/games/${game}/texts/index.ts`]?.named ?? ((one: string) => called(game, one))
    await vi.waitFor(() => expect(named(card)).toBe(name))
    expect(named('12')).toBe('12')
  }
})

function finished(): Session {
  const session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  Line.last.accept()
  const end = { seq: 11, seat: null, kind: 'game_end' as const, winners: [0], text: 'You alone are left.' }
  Line.last.say(
    welcome(
      moment({ seq: 11, told: 11, events: [end], over: true, winners: [0], actions: [], waiting: [], standings: [] }),
    ),
  )
  return session
}

test('the headline of the result is what the game says of its end', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network in this test')))
  const session = finished()
  render(End, { session, close: () => undefined })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You alone are left.')
  session.close()
})

test('on one device for all it is said to nobody in particular', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    if (!url.includes('/replay')) return Promise.reject(new Error('no network in this test'))
    const events = [{ seq: 11, seat: null, kind: 'game_end', winners: [0], text: 'Hugo alone is left.' }]
    return Promise.resolve(
      Response.json({ game: 'lobo77', seats: 2, frames: [{ seq: 11, events, view: { scores: [1, 0] } }], next: null }),
    )
  })
  const session = finished()
  render(End, { session, oneDevice: true, close: () => undefined })
  await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hugo alone is left.'))
  expect(asked.filter((url) => url.includes('/replay') && url.includes('seat='))).toEqual([])
  session.close()
})
