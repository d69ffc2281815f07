import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Session } from '@/client/session.svelte'
import type { Moment } from '@/protocol/types'
import { Line, moment, table, view, welcome } from './fakes'

/** The worker with the page's Python, played by the test. */
class Thinking {
  static asked: { id: number; call: string; with: [{ action: string; record: string; seq: number }] }[] = []
  static last: Thinking
  onmessage: ((event: { data: object }) => void) | null = null
  constructor() {
    Thinking.last = this
  }
  postMessage(question: (typeof Thinking.asked)[number]): void {
    Thinking.asked.push(question)
  }
  answer(result: object | null): Promise<unknown> {
    this.onmessage?.({ data: { id: Thinking.asked.at(-1)?.id, result } })
    return settle()
  }
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

let session: Session
let line: Line

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  Line.opened = []
  Thinking.asked = []
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('Worker', Thinking)
  vi.stubGlobal('caches', { match: () => Promise.resolve({}) })
  session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  line = Line.last
  line.accept()
  line.say(welcome())
})

afterEach(() => {
  session.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function after(seq: number, total: number): Moment {
  const event = { seq, seat: 0, kind: 'play', card: '7', total, direction: 1, text: `So it is ${total}.` } as const
  return moment({ seq, told: seq, events: [event], view: view({ total }) })
}

const sent = (): unknown[] => line.of('play').map((play) => play.action)

/** The server answers a move after so many milliseconds. */
async function answered(ms: number, news: Moment): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  line.say({ type: 'news', ...news })
  line.say({ type: 'accepted', id: line.of('play').at(-1)?.id, seq: news.seq })
  await settle()
  // What the page has to load for it.
  await vi.dynamicImportSettled()
  await settle()
}

/** A move whose answer takes long; after it the page looks ahead. */
async function farAway(): Promise<void> {
  session.play('7')
  await answered(300, after(11, 7))
  expect(line.of('known')).toHaveLength(1)
  known(11, 'AAAA')
}

/** The server tells what the seat knows. */
function known(seq: number, record: string): void {
  line.say({ type: 'known', seq, record })
}

/** Tap, and see what follows. */
async function tap(action: string, next: Moment, record = 'BBBB'): Promise<void> {
  session.play(action)
  await Thinking.last.answer({ moment: next, record })
}

test('what follows from a move is shown at once where the server is far away', async () => {
  await farAway()
  session.play('7')
  expect(session.pending).toBe('7')
  expect(Thinking.asked.at(-1)?.with[0]).toMatchObject({ action: '7', record: 'AAAA', seq: 11, told: 11, seat: 0, names: ['Maria', 'Hugo'] })
  await Thinking.last.answer({ moment: after(12, 14), record: 'BBBB' })
  expect(session.pending).toBeNull()
  expect(session.view).toMatchObject({ total: 14 })
  expect(session.events.map((event) => event.text)).toEqual(['So it is 7.', 'So it is 14.'])

  // The next move is made on it, and goes out when the server has accepted the one before.
  session.play('10')
  expect(Thinking.asked.at(-1)?.with[0]).toMatchObject({ action: '10', record: 'BBBB', seq: 12 })
  await Thinking.last.answer({ moment: after(13, 24), record: 'CCCC' })
  expect(session.view).toMatchObject({ total: 24 })
  expect(sent()).toEqual(['7', '7'])
  await answered(300, { ...after(12, 14), clock: [5, null] })
  expect(sent()).toEqual(['7', '7', '10'])
  await answered(300, { ...after(13, 24), can_undo: true })
  expect(session.mayUndo).toBe(true)
  expect(session.events).toHaveLength(3)
  expect(line.of('sync')).toHaveLength(0)
  expect(line.of('known')).toHaveLength(1)
})

test('the server has the last word', async () => {
  await farAway()
  session.play('7')
  await Thinking.last.answer({ moment: after(12, 14), record: 'BBBB' })
  session.play('10')
  line.say({ type: 'news', ...after(12, 15) })
  expect(line.of('sync')).toMatchObject([{ since: 0 }])
  const events = [...after(11, 7).events, ...after(12, 15).events].map((event, place) => ({ ...event, seq: place + 1 }))
  line.say(welcome({ ...after(12, 15), told: 2, events }))
  expect(session.view).toMatchObject({ total: 15 })
  expect(session.events.at(-1)?.text).toBe('So it is 15.')
  // What was meant for another table is not played, and from now on the server is waited for.
  line.say({ type: 'accepted', id: line.of('play').at(-1)?.id, seq: 12 })
  expect(sent()).not.toContain('10')
  session.play('7')
  await settle()
  expect(session.pending).toBe('7')
})

test('a move that is refused takes back what was shown', async () => {
  await farAway()
  session.play('7')
  await Thinking.last.answer({ moment: after(12, 14), record: 'BBBB' })
  line.say({ type: 'refused', id: line.of('play').at(-1)?.id, code: 'stale', clause: '', text: { de: 'Zu spät', en: 'Too late' } })
  expect(line.of('sync')).toMatchObject([{ since: 0 }])
  expect(session.notice).toMatchObject({ code: 'stale' })
  expect(session.pending).toBeNull()
})

test('after a break nothing is taken for told that was only foreseen', async () => {
  await farAway()
  session.play('7')
  await Thinking.last.answer({ moment: after(12, 14), record: 'BBBB' })
  line.close(1006)
  await vi.advanceTimersByTimeAsync(1000)
  Line.last.accept()
  expect(Line.last.of('hello')).toMatchObject([{ since: 0 }])
  Line.last.say(welcome({ seq: 11, told: 11, view: view({ total: 7 }) }))
  expect(session.view).toMatchObject({ total: 7 })
  expect(Line.last.of('play')).toMatchObject([{ action: '7', seq: 11 }])
  expect(session.pending).toBe('7')
})

test('nothing is asked for where the server answers soon, where others may decide, or where it would have to be loaded', async () => {
  session.play('7')
  await answered(50, after(11, 7))
  expect(line.of('known')).toHaveLength(0)
  vi.stubGlobal('caches', { match: () => Promise.resolve(undefined) })
  session.play('7')
  await answered(300, after(12, 14))
  expect(line.of('known')).toHaveLength(0)
  session.close()

  vi.stubGlobal('caches', { match: () => Promise.resolve({}) })
  session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  line = Line.last
  line.accept()
  line.say(welcome({ table: table() }))
  session.play('7')
  await answered(300, { ...after(11, 7), waiting: [0, 1] })
  expect(line.of('known')).toHaveLength(0)
})

const order = (): unknown[] => line.sent.filter(({ type }) => type !== 'hello' && type !== 'known').map(({ type, action }) => action ?? type)

test('an undo takes back the last of the moves that are on their way', async () => {
  await farAway()
  await tap('7', after(12, 14))
  await tap('10', after(13, 24))
  session.undo()
  session.play('7') // not on what is about to be taken back
  expect(order()).toEqual(['7', '7'])
  await answered(300, after(12, 14))
  await answered(300, after(13, 24))
  expect(order()).toEqual(['7', '7', '10', 'undo'])
})

test('a move that is refused leaves nothing to take back', async () => {
  await farAway()
  await tap('7', after(12, 14))
  session.undo()
  line.say({ type: 'refused', id: line.of('play').at(-1)?.id, code: 'stale', clause: '', text: { de: 'Zu spät', en: 'Too late' } })
  expect(order()).toEqual(['7', '7', 'sync'])
})

test('after a break nothing is taken back in place of a move that is not made', async () => {
  await farAway()
  await tap('7', after(12, 14))
  await tap('10', after(13, 24))
  session.undo()
  line.close(1006)
  await vi.advanceTimersByTimeAsync(1000)
  line = Line.last
  line.accept()
  line.say(welcome(after(11, 7)))
  await answered(300, after(12, 14))
  expect(order()).toEqual(['7'])
  session.play('10')
  expect(order()).toEqual(['7', '10'])
})

test('advice and a reason are asked for at the table after all moves', async () => {
  await farAway()
  await tap('7', after(12, 14))
  session.askAdvice()
  session.play('22')
  expect(order()).toEqual(['7', '7'])
  await answered(300, after(12, 14))
  expect(order()).toEqual(['7', '7', 'advice', '22'])
})

test('after advice the server is waited for, also when it was put away', async () => {
  await farAway()
  session.askAdvice()
  line.say({ type: 'advice', id: line.of('advice')[0]?.id, choices: [], text: [] })
  session.advice.putAway()
  const before = Thinking.asked.length
  session.play('7')
  await settle()
  expect(Thinking.asked).toHaveLength(before)
  await answered(300, after(12, 14))
  known(12, 'BBBB')
  await tap('7', after(13, 21))
  expect(session.view).toMatchObject({ total: 21 })
})

test('clocks are the server’s', async () => {
  line.say({ type: 'people', table: table({ bank: 600 }) })
  session.play('7')
  await answered(300, { ...after(11, 7), clock: [60_000, 60_000] })
  known(11, 'AAAA')
  await vi.advanceTimersByTimeAsync(40_000)
  const until = session.deadline
  await tap('7', after(12, 14))
  expect(session.deadline).toBe(until)
  await answered(300, { ...after(12, 14), clock: [15_000, 60_000] })
  expect(session.deadline).toBe(Date.now() + 15_000)
})

test('what was foreseen too late is not taken for known', async () => {
  await farAway()
  session.play('7')
  line.say({ type: 'refused', id: line.of('play').at(-1)?.id, code: 'store', clause: '', text: { de: 'Nein', en: 'No' } })
  await Thinking.last.answer({ moment: after(12, 14), record: 'BBBB' })
  expect(session.view).toMatchObject({ total: 7 })
  session.play('10')
  await Thinking.last.answer(null)
  await answered(300, after(12, 17))
  expect(line.of('known')).toHaveLength(2)
})

test('after a correction everything is heard again, also when the line breaks before', async () => {
  await farAway()
  await tap('7', after(12, 14))
  line.say({ type: 'news', ...after(12, 15) })
  line.close(1006)
  await vi.advanceTimersByTimeAsync(1000)
  Line.last.accept()
  expect(Line.last.of('hello')).toMatchObject([{ since: 0 }])
  Line.last.say(welcome({ ...after(12, 15) }))
  Line.last.close(1006)
  await vi.advanceTimersByTimeAsync(1000)
  Line.last.accept()
  expect(Line.last.of('hello')).toMatchObject([{ since: 12 }])
})

test('a server that does not tell what the seat knows is not asked again, and nobody hears of it', async () => {
  session.play('7')
  await answered(300, after(11, 7))
  session.play('7')
  line.say({ type: 'refused', id: line.of('known')[0]?.id, code: 'too_fast', clause: '', text: { de: 'Nein', en: 'No' } })
  expect(session.notice).toBeNull()
  expect(session.pending).toBe('7')
  await answered(300, after(12, 14))
  expect(line.of('known')).toHaveLength(1)
})

/** This device cannot tell. */
const failed = (code: string): void => Thinking.last.onmessage?.({ data: { id: Thinking.asked.at(-1)?.id, error: { status: 500, code, text: { de: 'Nein.', en: 'No.' } } } })

test('where this device has not got the rules it asks itself once', async () => {
  await farAway()
  session.play('7')
  await settle()
  expect(Thinking.asked).toHaveLength(1)
  failed('no_rules')
  await answered(300, after(12, 14))
  expect(line.of('known')).toHaveLength(1)
  session.play('7')
  await answered(300, after(13, 21))
  expect(Thinking.asked).toHaveLength(1)
})

test('where something could not be loaded it is tried again at the next move', async () => {
  await farAway()
  session.play('7')
  await settle()
  failed('not_loaded')
  await answered(300, after(12, 14))
  known(12, 'BBBB')
  await tap('7', after(13, 21))
  expect(session.view).toMatchObject({ total: 21 })
})
