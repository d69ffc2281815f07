import { cleanup, render } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Clock from '@/play/Clock.svelte'
import Log from '@/play/Log.svelte'
import Speaking from '@/screen-reader/Narrator.svelte'
import { Session } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import Asks from '@/screen-reader/Asks.svelte'
import { answer, ask } from '@/screen-reader/queries'
import { voice } from '@/screen-reader/voice'
import { Line, moment, welcome } from '../fakes'

let session: Session

beforeEach(() => {
  vi.useFakeTimers()
  Line.opened = []
  vi.stubGlobal('WebSocket', Line)
  settings.lang = 'en'
  settings.speech = 'auto'
  // How letters reach the page is said once on a device.
  localStorage['tischlein.focus-mode-told'] = 'true'
  // A file before this one may have pressed keys as listeners do.
  globalThis.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'mouse' }))
  session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  Line.last.accept()
  Line.last.say(welcome({ told: 0 }))
})

afterEach(() => {
  cleanup()
  session.close()
  voice.hush()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const said = (): string[] => [...document.querySelectorAll('[data-voice] p')].map((line) => line.textContent ?? '')

function news(seq: number, seat: number, kind: 'play' | 'draw' | 'undo', text: string, change = {}): void {
  const event = { seq: seq - 10, seat, kind, text, ...(kind === 'undo' ? { since: 1 } : {}) }
  Line.last.say({ type: 'news', ...moment({ seq, told: seq - 10, events: [event], ...change }) })
}

test('every move is said once and in order, and what to do only to whom it concerns', async () => {
  render(Speaking, { session })
  await vi.advanceTimersByTimeAsync(500)
  const others = { actions: [], waiting: [1], task: 'It is Hugo’s turn …' }
  news(11, 0, 'play', 'You play 7 and say 7.', others)
  news(12, 1, 'play', 'Hugo plays 3 and says 10.')
  await vi.advanceTimersByTimeAsync(500)
  news(13, 0, 'draw', '', { task: 'It is your turn.' })
  await vi.advanceTimersByTimeAsync(500)
  expect(said()).toEqual(['It is your turn.', 'You play 7 and say 7.', 'Hugo plays 3 and says 10.', 'It is your turn.'])
})

test.each([
  [40, 40],
  [41, 3],
])('of %i events at once %i are told: of more than forty only the end', async (happened, told) => {
  render(Speaking, { session })
  await vi.advanceTimersByTimeAsync(500)
  const events = Array.from({ length: happened }, (_, k) => ({
    seq: k + 1,
    seat: 1,
    kind: 'play' as const,
    text: `Hugo plays card number ${k + 1}.`,
  }))
  const spoken: string[] = []
  const say = vi.spyOn(voice, 'say').mockImplementation((text) => void spoken.push(text))
  Line.last.say({ type: 'news', ...moment({ seq: 11, told: happened, events: events as never, waiting: [1] }) })
  await vi.advanceTimersByTimeAsync(500)
  say.mockRestore()
  const moves = spoken.filter((text) => text.startsWith('Hugo plays card'))
  expect(moves).toEqual(events.slice(-told).map(({ text }) => text))
})

test('for a listener the next move waits until the last one was heard', async () => {
  settings.speech = 'normal'
  render(Speaking, { session })
  await vi.advanceTimersByTimeAsync(5000)
  const others = { actions: [], waiting: [1], task: '' }
  news(11, 1, 'play', 'Hugo plays 7 and says 7, which takes a while to say.', others)
  news(12, 1, 'play', 'Hugo plays 3 and says 10.', others)
  await vi.advanceTimersByTimeAsync(1500)
  expect(said().at(-1)).toContain('takes a while')
  await vi.advanceTimersByTimeAsync(6000)
  expect(said().at(-1)).toBe('Hugo plays 3 and says 10.')
})

test('whatever others do meanwhile, a decision is asked for once', async () => {
  render(Speaking, { session })
  await vi.advanceTimersByTimeAsync(500)
  const together = { waiting: [0, 1], task: 'Cross the 7 off, or leave it.' }
  news(11, 1, 'play', 'Hugo plays 3.', together)
  await vi.advanceTimersByTimeAsync(500)
  news(12, 1, 'play', 'Hugo has decided.', { ...together, waiting: [0] })
  await vi.advanceTimersByTimeAsync(500)
  expect(said().filter((line) => line === together.task)).toHaveLength(1)
})

test('a decision that follows the last move of a trick is asked for, also in the same words', async () => {
  render(Speaking, { session })
  await vi.advanceTimersByTimeAsync(500)
  const choose = { task: 'Choose a card.' }
  news(11, 1, 'play', 'Hugo has chosen.', choose)
  await vi.advanceTimersByTimeAsync(500)
  session.play('7')
  const events = [0, 1].map((seat) => ({ seq: 2 + seat, seat, kind: 'play' as const, text: `${seat} lays a card.` }))
  Line.last.say({ type: 'news', ...moment({ seq: 13, told: 3, events, ...choose }) })
  Line.last.say({ type: 'accepted', id: Line.last.of('play')[0]?.id, seq: 13 })
  await vi.advanceTimersByTimeAsync(500)
  expect(said().filter((line) => line === choose.task)).toHaveLength(2)
})

test('speech never locks the hand, and a tap ends the wait', async () => {
  settings.speech = 'slow'
  render(Speaking, { session })
  await vi.advanceTimersByTimeAsync(5000)
  const together = { waiting: [0, 1], task: 'Cross the 7 off, or leave it.' }
  news(11, 1, 'play', 'Hugo plays 7 and says 7, which takes a while to say.', together)
  news(12, 1, 'play', 'Hugo plays 3 and says 10.', together)
  await vi.advanceTimersByTimeAsync(100)
  expect([session.resting, session.myTurn]).toEqual([true, true])
  session.skip()
  await vi.advanceTimersByTimeAsync(100)
  expect(session.resting).toBe(false)
  expect(said().at(-1)).toBe('Hugo plays 3 and says 10.')
})

test('a key ends the wait, and an own move is told before it has moved', async () => {
  settings.speech = 'slow'
  render(Speaking, { session })
  await vi.advanceTimersByTimeAsync(9000)
  ask('s', session)
  const others = { actions: [], waiting: [1], task: '' }
  news(11, 1, 'play', 'Hugo plays 7 and says 7, which takes a while to say.', others)
  news(12, 1, 'play', 'Hugo plays 3 and says 10.', others)
  await vi.advanceTimersByTimeAsync(100)
  expect(session.resting).toBe(true)
  globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
  await vi.advanceTimersByTimeAsync(100)
  expect(said().join(' ')).not.toContain('Hugo plays 3')
  globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))
  await vi.advanceTimersByTimeAsync(100)
  expect(said().join(' ')).toContain('takes a while')

  // The motion of the own move never ends here, and yet it is told.
  session.onNews(() => new Promise(() => undefined))
  news(13, 0, 'play', 'You play 7 and say 17.')
  globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))
  await vi.advanceTimersByTimeAsync(100)
  globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))
  await vi.advanceTimersByTimeAsync(100)
})

test('an answer ends what was being read, and others do not wait for it', () => {
  for (const query of ['r', 'l', 's', 'w'] as const) ask(query, session)
  expect(voice.left).toBeLessThan(2 * 450 + 55 * answer('w', session).length)
})

test('what concerns a clock is asked only where there is one', () => {
  render(Asks, { session })
  expect(document.querySelector('[aria-keyshortcuts="R"]')).not.toBeNull()
  expect(document.querySelector('[aria-keyshortcuts="C"], [aria-keyshortcuts="M"]')).toBeNull()
})

test('everything since the own last move is told when asked for', async () => {
  settings.speech = 'off'
  render(Speaking, { session })
  news(11, 1, 'play', 'Hugo plays 1 and says 1.')
  await vi.advanceTimersByTimeAsync(100)
  session.play(session.actions[0]?.text ?? '')
  news(12, 0, 'play', 'You play 7 and say 8.', { actions: [], waiting: [1] })
  news(13, 1, 'play', 'Hugo plays 3 and says 11.')
  news(14, 1, 'play', 'Hugo plays 4 and says 15.')
  await vi.advanceTimersByTimeAsync(500)
  const told = 'You play 7 and say 8. Hugo plays 3 and says 11. Hugo plays 4 and says 15.'
  expect(answer('r', session)).toBe(told)
  // A turn may have several steps: the first one does not hide what the others did before.
  news(15, 0, 'play', 'You choose 5.')
  await vi.advanceTimersByTimeAsync(500)
  expect(answer('r', session)).toBe(`${told} You choose 5.`)
})

test('a move that was taken back is said, and no longer in the log', async () => {
  render(Speaking, { session })
  render(Log, { session })
  news(11, 0, 'play', 'You play 7 and say 7.')
  news(12, 0, 'draw', 'You draw 4.')
  await vi.advanceTimersByTimeAsync(500)
  expect(document.querySelector('[role=log]')?.textContent).toContain('You play 7')
  news(13, 0, 'undo', 'You take your last move back.')
  await vi.advanceTimersByTimeAsync(500)
  const log = document.querySelector('[role=log]')?.textContent
  expect(log).not.toContain('You play 7')
  expect(log).not.toContain('You draw')
  expect(log).toContain('take your last move back')
  expect(said().slice(-3, -1)).toEqual(['You draw 4.', 'You take your last move back.'])
})

test('a clock warns once, ten seconds before the end', async () => {
  render(Clock, { deadline: Date.now() + 14_000, mine: true })
  await vi.advanceTimersByTimeAsync(2000)
  expect(said()).toEqual([])
  await vi.advanceTimersByTimeAsync(6000)
  expect(said()).toEqual(['10 seconds left!'])
})
