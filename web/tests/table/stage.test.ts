import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '@/device/settings.svelte'
import { Session } from '@/session/session.svelte'
import { Stage } from '@/table/stage.svelte'
import { Line, moment, view, welcome } from '../fakes'

let session: Session

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('WebSocket', Line)
  session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  Line.last.accept()
  Line.last.say(welcome())
})

afterEach(() => {
  session.close()
  vi.unstubAllGlobals()
})

test('what happens before the part of the page that shows the game has come is shown when it is there', async () => {
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  Line.last.say({ type: 'news', ...moment({ seq: 11, told: 11, view: view({ total: 7 }) }) })
  await vi.waitFor(() => expect(session.settled).toBe(false))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(stage.view).toMatchObject({ total: 0 })
  const seen: unknown[] = []
  stage.direct({ before: (move) => Promise.resolve(void seen.push(move.after)) })
  await vi.waitFor(() => expect(session.settled).toBe(true))
  flushSync()
  expect(seen).toMatchObject([{ total: 7 }])
  expect(stage.view).toMatchObject({ total: 7 })
  close()
})

test('a game without motion of its own shows every state at once', async () => {
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  stage.ready()
  Line.last.say({ type: 'news', ...moment({ seq: 11, told: 11, view: view({ total: 7 }) }) })
  await vi.waitFor(() => expect(stage.view).toMatchObject({ total: 7 }))
  expect(session.settled).toBe(true)
  close()
})

test('a game that directs its motion keeps it when its part of the page is there', async () => {
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  let moved = 0
  stage.direct({ after: () => Promise.resolve(void (moved += 1)) })
  stage.ready()
  Line.last.say({ type: 'news', ...moment({ seq: 11, told: 11, view: view({ total: 7 }) }) })
  await vi.waitFor(() => expect(session.settled).toBe(true))
  expect(moved).toBe(1)
  close()
})

test('a table that is left early keeps nobody waiting', async () => {
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  Line.last.say({ type: 'news', ...moment({ seq: 11, told: 11, view: view({ total: 7 }) }) })
  close()
  await vi.waitFor(() => expect(session.settled).toBe(true))
})

const happened = (events: number): object[] =>
  Array.from({ length: events }, (_, k) => ({ seq: k + 1, seat: 1, kind: 'play', text: '', card: '7' }))

test.each([
  [60, 1],
  [61, 0],
])('of %i events at once %i step is played out: more happened while nobody looked', async (events, played) => {
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  let moved = 0
  stage.direct({ after: () => Promise.resolve(void (moved += 1)) })
  const news = moment({ seq: 11, told: 10 + events, events: happened(events) as never, view: view({ total: 7 }) })
  Line.last.say({ type: 'news', ...news })
  await vi.waitFor(() => expect(stage.view).toMatchObject({ total: 7 }))
  await vi.waitFor(() => expect(session.settled).toBe(true))
  expect(moved).toBe(played)
  close()
})

test.each([true, false])('large words go away by themselves (motion: %s)', async (motion) => {
  settings.motion = motion
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  let words: string | undefined
  let after: unknown
  stage.direct({
    after: async (move) => {
      const gone = move.announce({ title: 'Boom' }, 30)
      words = stage.banner?.title
      await gone
      if (motion) after = stage.banner
    },
  })
  Line.last.say({ type: 'news', ...moment({ seq: 11, told: 11, view: view({ total: 7 }) }) })
  await vi.waitFor(() => expect(words).toBe('Boom'))
  if (motion) await vi.waitFor(() => expect(after).toBeNull())
  await vi.waitFor(() => expect(stage.banner).toBeNull())
  settings.motion = true
  close()
})

test('large words of a step that fails do not stay over the table', async () => {
  const stage = new Stage(session)
  const close = stage.open(document.createElement('div'), document.createElement('div'))
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined)
  stage.direct({
    after: (move) => {
      void move.announce({ title: 'Boom' }, 60_000)
      return Promise.reject(new Error('a motion that fails'))
    },
  })
  Line.last.say({ type: 'news', ...moment({ seq: 11, told: 11, view: view({ total: 7 }) }) })
  await vi.waitFor(() => expect(session.settled).toBe(true))
  expect([stage.banner, stage.moving]).toEqual([null, false])
  close()
})
