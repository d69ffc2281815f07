import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Notes from '@/play/Notes.svelte'
import { Session } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import { keepFocus } from '@/screen-reader/focus'
import { Line, table, welcome } from '../fakes'

let session: Session

beforeEach(() => {
  vi.useFakeTimers()
  Line.opened = []
  vi.stubGlobal('WebSocket', Line)
  settings.lang = 'en'
  session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  Line.last.accept()
})

afterEach(() => {
  cleanup()
  session.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The table while Ben is away (or here again), and the game waits for him. */
function ben(change: {
  online: boolean
  standing_in?: boolean
  may_stand_in?: number | null
}): ReturnType<typeof table> {
  const told = table()
  const seat = {
    seat: 1,
    kind: 'person',
    name: 'Ben',
    level: null,
    standing_in: false,
    may_stand_in: null,
    preferences: {},
    avatar: null,
    ...change,
  } as const
  return { ...told, seats: [told.seats[0]!, seat] }
}

test('a bot is offered when the time is over, asked for once, and a return is said', async () => {
  Line.last.say(welcome({ waiting: [1], actions: [], table: ben({ online: false, may_stand_in: 20_000 }) }))
  render(Notes, { session, back: () => undefined })
  await vi.advanceTimersByTimeAsync(19_000)
  expect(screen.queryByText(/Should a bot take over/)).toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.getByText('Ben has been away for a minute. Should a bot take over for Ben?')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Yes, until Ben is back' }))
  expect(Line.last.of('stand_in')).toEqual([{ type: 'stand_in', seat: 1 }])

  Line.last.say({ type: 'people', table: ben({ online: false, standing_in: true }) })
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.queryByText(/Should a bot take over/)).toBeNull()
  Line.last.say({ type: 'people', table: ben({ online: true }) })
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.getByText('Ben is back.')).toBeTruthy()
  Line.last.say({ type: 'people', table: ben({ online: false, may_stand_in: 60_000 }) })
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.queryByText('Ben is back.')).toBeNull()
})

test('who would rather wait is not asked again before the next absence', async () => {
  Line.last.say(welcome({ waiting: [1], actions: [], table: ben({ online: false, may_stand_in: 0 }) }))
  render(Notes, { session, back: () => undefined })
  await fireEvent.click(screen.getByRole('button', { name: 'We’ll wait' }))
  Line.last.say({ type: 'people', table: ben({ online: false, may_stand_in: 0 }) })
  expect(session.away.long).toEqual([])
  Line.last.say({ type: 'people', table: ben({ online: true }) })
  Line.last.say({ type: 'people', table: ben({ online: false, may_stand_in: 0 }) })
  expect(session.away.long).toEqual([1])
})

test('nobody is asked about a seat that nobody waits for', async () => {
  Line.last.say(welcome({ waiting: [0], table: ben({ online: false, may_stand_in: 0 }) }))
  render(Notes, { session, back: () => undefined })
  expect(screen.queryByText(/Should a bot take over/)).toBeNull()
})

test('a player who takes the seat back from the bot is at the table, by keyboard too', async () => {
  const part = document.createElement('main')
  part.dataset.heirs = '.tl-table'
  part.innerHTML = '<div class="tl-table" tabindex="0"></div><div class="notes-here"></div>'
  document.body.append(part)
  const stop = keepFocus()
  const mine = (standing_in: boolean): ReturnType<typeof table> => {
    const told = table()
    return { ...told, seats: told.seats.map((seat, place) => (place === 0 ? { ...seat, standing_in } : seat)) }
  }
  Line.last.say(welcome({ table: mine(true) }))
  render(Notes, { props: { session, back: () => session.back() }, target: part.lastElementChild as HTMLElement })
  const button = screen.getByRole('button', { name: 'Play myself again' })
  button.focus()
  await fireEvent.click(button)
  expect(Line.last.of('back')).toHaveLength(1)
  Line.last.say({ type: 'people', table: mine(false) })
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.queryByText('A bot is playing for you right now.')).toBeNull()
  expect(document.activeElement).toBe(part.firstElementChild)
  stop()
  part.remove()
})
