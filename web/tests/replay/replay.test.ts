import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReplaySession } from '@/replay/replay.svelte'
import type { News } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import { nearHand } from '@/table/words'
import type { Replay } from '@/protocol/types'
import { view } from '../fakes'

const played: Replay = {
  game: 'lobo77',
  seats: 2,
  seat: 1,
  names: ['Maria', 'Hugo'],
  complete: true,
  next: null,
  frames: [
    { seq: 1, events: [{ seq: 1, seat: 0, kind: 'lot' }], view: view({ total: 0 }), scores: [3, 3] },
    {
      seq: 2,
      events: [{ seq: 2, seat: 0, kind: 'play', card: '9', total: 9 }],
      view: view({ total: 9, turn: 1, waiting: [1] }),
      scores: [3, 3],
    },
    {
      seq: 3,
      events: [{ seq: 3, seat: 1, kind: 'play', card: '2', total: 11 }],
      view: view({ total: 11, phase: 'over', winners: [0] }),
      scores: [3, -1],
    },
  ],
}

let session: ReplaySession

beforeEach(() => {
  vi.useFakeTimers()
  session = new ReplaySession(played)
})

afterEach(() => {
  session.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('names whose cards are seen, but calls your own yours', () => {
  settings.lang = 'en'
  expect(session.whose).toBe('Hugo')
  expect(nearHand(session)).toBe('Cards of Hugo')
  const own = new ReplaySession(played, 0, [1])
  expect(own.whose).toBe('')
  expect(nearHand(own)).toBe('Your cards')
  expect(new ReplaySession({ ...played, seat: null }).whose).toBe('')
})

test('shows the pictures that were chosen at the table', () => {
  const seen = new ReplaySession(played, 0, [], [{ avatar: 'otter' }, { avatar: null }])
  expect(seen.people.map((person) => person.avatar)).toEqual(['otter', null])
})

test('shows the table through the chosen eyes, and nobody can act', () => {
  expect(session.you).toBe(1)
  expect(session.name(0)).toBe('Maria')
  expect(session.view).toMatchObject({ total: 0 })
  expect(session.actions).toEqual([])
  expect(session.may()).toBe(false)
})

test('one step on moves, a jump does not', async () => {
  const told: News[] = []
  session.onNews((news) => void told.push(news))
  session.forward()
  await vi.advanceTimersByTimeAsync(0)
  expect(told.at(-1)).toMatchObject({ jump: false, before: { total: 0 }, after: { total: 9 } })
  session.jump(2)
  expect(told.at(-1)).toMatchObject({ jump: true, after: { total: 11 } })
  expect(session.over).toBe(true)
  expect(session.winners).toEqual([0])
  expect(session.scores).toEqual([3, -1])
})

test('the log knows what had happened up to here, and no more', () => {
  session.jump(1)
  expect(session.events.map((event) => event.seq)).toEqual([1, 2])
  session.jump(0)
  expect(session.events.map((event) => event.seq)).toEqual([1])
})

test('it ends at the ends', () => {
  session.jump(99)
  expect(session.at).toBe(2)
  session.forward()
  expect(session.at).toBe(2)
  session.jump(-5)
  expect(session.at).toBe(0)
})
