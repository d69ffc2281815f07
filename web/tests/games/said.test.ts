import { cleanup, render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import qwixx from '@/games/qwixx'
import quanto from '@/games/quanto'
import { answer } from '@/screen-reader/queries'
import { Session } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import Lobo77 from '@/games/lobo77/Table.svelte'
import inQuando from '@/games/quando/rules/examples.json'
import Quando from '@/games/quando/Table.svelte'
import examples from '@/games/qwixx/rules/examples.json'
import Qwixx from '@/games/qwixx/Table.svelte'
import type { Lang } from '@/texts/catalogue.svelte'
import type { View } from '@/protocol/types'
import { Stage } from '@/table/stage.svelte'
import * as fakes from '../fakes'

let session: Session

beforeEach(() => {
  vi.stubGlobal('WebSocket', fakes.Line)
})
afterEach(() => {
  session.close()
  cleanup()
  vi.unstubAllGlobals()
})

/** The table of a game, at the moment that a view tells of. */
function shown(game: string, table: Component<{ stage: Stage }>, lang: Lang, view: View): void {
  settings.lang = lang
  session = new Session({ code: 'ABCDEF', token: 'key', game, url: 'ws://table' })
  fakes.Line.last.accept()
  const moment = fakes.moment({ view, actions: [], waiting: view.waiting })
  fakes.Line.last.say(fakes.welcome({ ...moment, table: fakes.table({ game }) }))
  render(table, { stage: new Stage(session) })
}

test.each([
  ['en', 'Misses: 0 of 4. Each costs 5 points.'],
  ['de', 'Fehlversuche: 0 von 4. Jeder kostet 5 Punkte.'],
] as const)('a miss costs points, and no points below zero (%s)', (lang, said) => {
  shown('qwixx', Qwixx, lang, examples[0]!.views[0] as unknown as View)
  expect(screen.getByLabelText(said)).toBeTruthy()
})

test.each([
  [2, 0, 'Two cards are due'],
  [1, 1, 'One of two cards is still due'],
])('of two cards %i are due when %i lies there', (owed, played, said) => {
  shown('lobo77', Lobo77, 'en', fakes.view({ turn: 1, next: 0, waiting: [1], owed, played }))
  expect(screen.getByLabelText(said)).toBeTruthy()
})

test('a hand is told by its numbers while others play', () => {
  const view = {
    ...inQuando[0]!.views[0],
    over: false,
    options: { target: 50 },
    waiting: [1],
    hands: [['3/?', '4/?'], [], []],
  }
  shown('quando', Quando, 'de', view as unknown as View)
  expect(answer('h', session)).toBe('Deine Karten: 3, 4.')
})

test('what lies in the middle is told when a turn begins, and not again after each card', () => {
  settings.lang = 'en'
  const view = { phase: 'take', turn: 0, display: ['?4', '?9', null, '?3'] } as unknown as View
  const told = (kind: string, seat: number): string[] =>
    qwixx.aloud([{ seq: 1, seat, kind, text: '' }] as never, 0, view)
  expect(told('stop', 1)).toEqual(['In the display: 4, 9, 3.'])
  expect(told('take', 0)).toEqual([])
})

test('after a pick it is told what is still missing', () => {
  settings.lang = 'en'
  const view = { groups: [{ sum: 3, goal: 11, closed: false }] } as unknown as View
  const told = (seat: number): string[] => quanto.aloud([{ seq: 1, seat, kind: 'pick', text: '' }] as never, 0, view)
  expect(told(0)).toEqual(['3 so far, 8 still missing.'])
  expect(told(1)).toEqual([])
})
