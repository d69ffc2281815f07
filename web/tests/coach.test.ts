import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Session } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import lesson from '@/games/lobo77/lesson'
import Coach from '@/lesson/Coach.svelte'
import { Line, moment, view, welcome } from './fakes'

let session: Session

beforeEach(() => {
  vi.stubGlobal('WebSocket', Line)
  settings.lang = 'en'
  session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  Line.last.accept()
  Line.last.say(welcome())
})

afterEach(() => {
  cleanup()
  session.close()
  vi.unstubAllGlobals()
})

test('a tip to play is understood by whoever plays: it does not come back with the next turn', async () => {
  render(Coach, { session, lesson })
  const said = (): string => screen.getByRole('region', { name: 'How to play' }).textContent ?? ''
  expect(said()).toContain('adds up')
  await fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
  expect(said()).toContain('Above each card')
  const hugo = { actions: [], waiting: [1], view: view({ turn: 1, waiting: [1], total: 7 }) }
  Line.last.say({
    type: 'news',
    ...moment({ seq: 11, told: 11, events: [{ seq: 11, seat: 0, kind: 'play', card: '7', total: 7 }], ...hugo }),
  })
  await vi.waitFor(() => expect(said()).toContain('The others sit at the top'))
  Line.last.say({
    type: 'news',
    ...moment({ seq: 12, told: 12, events: [{ seq: 12, seat: 1, kind: 'play', card: '2', total: 9 }] }),
  })
  await vi.waitFor(() => expect(session.myTurn).toBe(true))
  expect(said()).toContain('The others sit at the top')
})
