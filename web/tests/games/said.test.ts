import { cleanup, render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Session } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import Lobo77 from '@/games/lobo77/Table.svelte'
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
  fakes.Line.last.say(fakes.welcome({ ...fakes.moment({ view, actions: [] }), table: fakes.table({ game }) }))
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
