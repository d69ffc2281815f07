import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { Line, welcome } from '../fakes'
import { eachWithSession, session, sitDown } from '../sitting'

eachWithSession()

test('after a break it says hello with what it has seen, and an unanswered move goes out once more with its id', async () => {
  const first = sitDown({ told: 10, events: [{ seq: 10, seat: 1, kind: 'play', card: '5', total: 5 }] })
  session.play('7')
  const id = first.of('play')[0]?.id
  first.close(1006)
  flushSync()
  expect(session.connection).toBe('waiting')
  expect(session.actions).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1000)
  const second = Line.last
  expect(second).not.toBe(first)
  second.accept()
  expect(second.sent[0]).toMatchObject({ type: 'hello', since: 10 })
  second.say(welcome({ told: 10 }))
  expect(second.of('play')[0]).toMatchObject({ id, action: '7', seq: 10 })
  expect(session.events).toHaveLength(1)
})

test.each([
  ['after a move', () => session.play('7')],
  ['when the player returns to the page', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['on a quiet line', () => vi.advanceTimersByTimeAsync(20_000)],
])('a server that hangs is noticed %s, without waiting until the browser calls the line closed', async (_, begin) => {
  const line = sitDown()
  line.close = () => undefined
  await begin()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(line.of('ping')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(6_500)
  expect(Line.last).toBe(line)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(Line.last).not.toBe(line)
})

test('a server that takes its time to answer is not left, and one that never opens the line is', async () => {
  const line = sitDown()
  for (let k = 0; k < 12; k++) {
    session.play('7')
    await vi.advanceTimersByTimeAsync(10_000)
    line.say({ type: 'pong' })
  }
  expect(Line.last).toBe(line)
  line.close(1006)
  await vi.advanceTimersByTimeAsync(1000)
  const second = Line.last
  expect(second).not.toBe(line)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(Line.last).not.toBe(second)
})

test('it tries a few times quickly, and then waits longer every time nobody answers', async () => {
  Line.last.close(1006)
  for (const [atLeast, wait] of [...Array<number[]>(5).fill([290, 510]), [590, 1010], [1190, 2010]]) {
    const calls = Line.opened.length
    await vi.advanceTimersByTimeAsync(atLeast!)
    expect(Line.opened.length).toBe(calls)
    await vi.advanceTimersByTimeAsync(wait! - atLeast!)
    expect(Line.opened.length).toBe(calls + 1)
    Line.last.close(1006)
  }
})

test.each(['broken', 'closing', 'house_full', 'moved', 'slow', 'store', 'too_fast', 'too_many_sockets'])(
  'what passes is worth coming back for: %s',
  async (code) => {
    sitDown()
    Line.last.say({ type: 'goodbye', code, text: { de: '', en: '' } })
    Line.last.close(1013)
    expect(session.goodbye).toBeNull()
    const calls = Line.opened.length
    await vi.advanceTimersByTimeAsync(600)
    expect(Line.opened.length).toBe(calls + 1)
  },
)

test('what does not pass is said, and nobody calls again', async () => {
  sitDown()
  Line.last.say({ type: 'goodbye', code: 'no_such_seat', text: { de: '', en: '' } })
  Line.last.close(1008)
  const calls = Line.opened.length
  await vi.advanceTimersByTimeAsync(9_000)
  expect(session.goodbye).not.toBeNull()
  expect(Line.opened.length).toBe(calls)
})

test('only a welcome makes the waits short again', async () => {
  for (const wait of [600, 1100, 2100]) {
    // Somebody answers, but does not let us in.
    Line.last.accept()
    Line.last.say({ type: 'goodbye', code: 'too_many_sockets', text: { de: '', en: '' } })
    Line.last.close(1008)
    const calls = Line.opened.length
    await vi.advanceTimersByTimeAsync(wait * 0.45)
    expect(Line.opened.length).toBe(calls)
    await vi.advanceTimersByTimeAsync(wait)
    expect(Line.opened.length).toBe(calls + 1)
  }
  sitDown()
  Line.last.close(1006)
  const calls = Line.opened.length
  await vi.advanceTimersByTimeAsync(600)
  expect(Line.opened.length).toBe(calls + 1)
})

test('a goodbye for good ends it, a server that stops does not', async () => {
  const line = sitDown()
  line.say({ type: 'goodbye', code: 'closing', text: { de: '', en: '' } })
  line.close(1000)
  expect(session.goodbye).toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  expect(Line.opened).toHaveLength(2)
  sitDown()
  Line.last.say({ type: 'goodbye', code: 'kicked', text: { de: 'Weg', en: 'Gone' } })
  expect(session.goodbye?.code).toBe('kicked')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(Line.opened).toHaveLength(2)
})

test('on a broken line nothing that a person wants is dropped in silence', () => {
  const line = sitDown()
  line.close(1006)
  expect(session.leave()).toBe(false)
  expect(session.notice?.code).toBe('offline')
  expect(session.chat('hallo')).toBe(false)
  session.rematch()
  expect(session.goesOn).toBe(false)
})
