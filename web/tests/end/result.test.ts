import { cleanup, render } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Play from '@/play/Play.svelte'
import { Session } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import { Line, moment, table, welcome } from '../fakes'

vi.mock('@/table/Table.svelte', async () => await import('@/parts/EmptyTable.svelte'))
// In its place stands something that says "One moment".
vi.mock('@/end/End.svelte', async () => await import('@/parts/Loading.svelte'))

let session: Session

beforeEach(() => {
  vi.useFakeTimers()
  Line.opened = []
  vi.stubGlobal('WebSocket', Line)
  settings.lang = 'en'
  settings.motion = true
  session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  Line.last.accept()
  Line.last.say(welcome())
})

afterEach(() => {
  cleanup()
  session.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the result opens, whatever else changes while the last card lies there', async () => {
  render(Play, { session })
  const over = { over: true, winners: [0], actions: [], waiting: [] }
  Line.last.say({
    type: 'news',
    ...moment({ seq: 11, told: 11, events: [{ seq: 11, seat: 0, kind: 'game_end', winners: [0] }], ...over }),
  })
  await vi.advanceTimersByTimeAsync(200)
  expect(document.body.textContent).not.toContain('One moment')
  // The line breaks and comes back, somebody goes, and motion is switched off.
  Line.last.say(
    welcome({
      ...moment({ seq: 12, told: 12, events: [{ seq: 12, seat: 0, kind: 'undo' }], ...over }),
      table: table({ watching: 1 }),
    }),
  )
  settings.motion = false
  await vi.advanceTimersByTimeAsync(2000)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  expect(document.body.textContent).toContain('One moment')
})
