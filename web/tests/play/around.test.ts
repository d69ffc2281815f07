import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import jsQR from 'jsqr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Goodbye from '@/play/Goodbye.svelte'
import Join from '@/lobby/Join.svelte'
import Lobby from '@/lobby/Lobby.svelte'
import Menu from '@/play/Menu.svelte'
import Notes from '@/play/Notes.svelte'
import { stands } from '@/session/reasons'
import { Session } from '@/session/session.svelte'
import { server } from '@/server/server.svelte'
import { settings } from '@/device/settings.svelte'
import type { GameInfo } from '@/protocol/types'
import Notice from '@/table/frame/Notice.svelte'
import { GAME as LOBO, Line, table, welcome } from '../fakes'

const GAME: GameInfo = {
  ...LOBO,
  options: [
    {
      name: 'manual_draw',
      default: false,
      choices: [false, true],
      label: { de: 'Selbst ziehen', en: 'Draw by hand' },
      help: { de: '', en: '' },
      choice_labels: [],
      choice_seats: [],
    },
  ],
}
const before = {
  about: server.about,
  games: server.games,
  state: server.state,
  name: settings.name,
  avatar: settings.avatar,
}
let session: Session | undefined

beforeEach(() => {
  Line.opened = []
  vi.stubGlobal('WebSocket', Line)
  Object.assign(server, {
    about: { version: '1', reach: 'public', address: 'https://table.example', may_open: false },
    games: [GAME],
    state: 'ready',
  })
  Object.assign(settings, { lang: 'en', name: '', avatar: 'fox' })
})

afterEach(() => {
  cleanup()
  session?.close()
  session = undefined
  const { name, avatar, ...rest } = before
  Object.assign(server, rest)
  Object.assign(settings, { lang: 'en', name, avatar })
  vi.unstubAllGlobals()
})

function seated(change: Parameters<typeof welcome>[0] = {}, code = 'ABCDEF'): Session {
  session = new Session({ code, token: 'own-key', game: 'lobo77', url: 'ws://table' })
  Line.last.accept()
  Line.last.say(welcome(change))
  return session
}

test.each([
  ['de', [1], 'Es fehlt noch: Ben.'],
  ['de', [1, 2], 'Es fehlen noch: Ben, Eve.'],
  ['en', [1, 2], 'Still to answer: Ben, Eve.'],
] as const)('in %s whose answer is missing is said of %j', (lang, open, text) => {
  settings.lang = lang
  const { seats } = table()
  const people = ['Maria', 'Ben', 'Eve'].map((name, seat) => ({ ...seats[0]!, seat, name }))
  render(Notes, {
    session: seated({ table: table({ seats: people }), undo: { seat: 0, open: [...open] } as never }),
    back: () => undefined,
  })
  expect(document.body.textContent).toContain(text)
})

test('the code for one’s own seat holds its key, and the address where others reach the server', () => {
  render(Menu, {
    session: seated(),
    oneDevice: false,
    leave: () => true,
    close: () => undefined,
    read: () => undefined,
  })
  const svg = screen.getByRole('img', { name: /^Scan it with the other device/ })
  const size = 4 * Number(svg.getAttribute('viewBox')!.split(' ')[3])
  const pixels = new Uint8ClampedArray(4 * size * size).fill(255)
  for (const [, x, y] of svg.innerHTML.matchAll(/M(\d+) (\d+)h/g)) {
    for (let k = 0; k < 16; k++)
      pixels.fill(
        0,
        4 * ((4 * Number(y) + (k >> 2)) * size + 4 * Number(x) + (k & 3)),
        4 * ((4 * Number(y) + (k >> 2)) * size + 4 * Number(x) + (k & 3)) + 3,
      )
  }
  expect(jsQR(pixels, size, size)?.data).toBe('https://table.example/t/ABCDEF#own-key')
})

test.each([
  ['ABCDEF', true],
  ['0ABCDE', false],
])('the menu of table %s offers what only a server can do: %s', (code, offered) => {
  const { seats } = table()
  const people = ['Maria', 'Ben', 'Eve'].map((name, seat) => ({ ...seats[seat === 2 ? 1 : 0]!, seat, name }))
  const at = seated({ you: 0, table: table({ host: 0, state: 'playing', seats: people }) }, code)
  render(Menu, { session: at, oneDevice: false, leave: () => true, close: () => undefined, read: () => undefined })
  expect(screen.getByRole('link', { name: /^To the start page/ })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Bots play' })).toBeTruthy()
  for (const name of [/^Leave the table/, /^Copy link to my seat/, 'Ben'])
    expect(screen.queryAllByRole('button', { name }).length > 0).toBe(offered)
  expect(screen.queryAllByRole('switch', { name: 'Chat and reactions allowed' }).length > 0).toBe(offered)
})

test('leaving is asked once, and nothing happens before', async () => {
  const leave = vi.fn(() => false)
  const at = seated({ you: 0, table: table({ host: 1, state: 'playing' }) }, 'ABCDEF')
  render(Menu, { session: at, oneDevice: false, leave, close: () => undefined, read: () => undefined })
  await fireEvent.click(screen.getByRole('button', { name: /^Leave the table/ }))
  expect(leave).not.toHaveBeenCalled()
  await fireEvent.click(screen.getByRole('button', { name: 'Stay' }))
  await fireEvent.click(screen.getByRole('button', { name: /^Leave the table/ }))
  await fireEvent.click(screen.getByRole('button', { name: 'Yes, leave' }))
  expect(leave).toHaveBeenCalledOnce()
})

test('an invitation says how it is played here, and where to learn it', () => {
  const { seats } = table()
  const info = table({
    state: 'lobby',
    bank: 300,
    increment: 5,
    options: { manual_draw: true },
    seats: [seats[0]!, { ...seats[1]!, kind: 'open', name: null, level: null }],
  })
  const { container } = render(Join, { info, watch: () => undefined, joined: () => undefined })
  const terms = within(screen.getByRole('region', { name: 'How it is played here' }))
  expect(terms.getByText('5 minutes for the game, +5 s a turn')).toBeTruthy()
  expect(terms.getByText('Draw by hand:').nextElementSibling?.textContent).toBe('yes')
  expect(terms.getByRole('link', { name: 'Rules' }).getAttribute('href')).toBe('/rules/lobo77')
  expect(terms.getByRole('link', { name: 'Learn in 3 minutes' }).getAttribute('href')).toBe('/learn/lobo77')
  // Before the seats, not below them.
  const all = [...container.querySelectorAll('section, .ring')]
  expect(all.findIndex((one) => one.matches('section'))).toBeLessThan(all.findIndex((one) => one.matches('.ring')))
})

test('a guest need not say a name: an animal sits down, and the second fox is told from the first', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_: string, how: RequestInit) => {
    sent.push(JSON.parse(String(how.body)))
    return Promise.resolve(new Response(JSON.stringify({ seat: 1, token: 'key' })))
  })
  const { seats } = table()
  const info = table({
    state: 'lobby',
    seats: [
      { ...seats[0]!, name: 'Fox' },
      { ...seats[1]!, kind: 'open', name: null, level: null },
    ],
  })
  const joined = vi.fn()
  render(Join, { info, watch: () => undefined, joined })
  expect(screen.getByLabelText<HTMLInputElement>('Your name').placeholder).toBe('Fox 2')
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down' }))
  await vi.waitFor(() => expect(joined).toHaveBeenCalledWith({ seat: 1, token: 'key' }))
  expect(sent).toMatchObject([{ name: 'Fox 2', avatar: 'fox' }])
  expect(settings.name).toBe('')
})

test.each([
  ['public', 'This table is full', 'All seats are taken. You can watch, or open a table of your own.', 2],
  [
    'none',
    'This table is full',
    'All seats are taken. Nobody may watch here, but you can open a table of your own.',
    1,
  ],
] as const)(
  'where all seats are taken (watching: %s) nobody is invited; one is told what goes',
  (spectators, heading, text, ways) => {
    const { seats } = table()
    const info = table({
      state: 'lobby',
      spectators,
      seats: seats.map((seat) => ({ ...seat, kind: 'person' as const })),
    })
    const { container } = render(Join, { info, watch: () => undefined, joined: () => undefined })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
    screen.getByText(text)
    expect(screen.getByRole('link', { name: 'New table' }).getAttribute('href')).toBe('/new/lobo77')
    expect(container.querySelectorAll('.row > .btn')).toHaveLength(ways)
  },
)

test('a seat that the browser cannot remember can be kept as a link', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('no', 'SecurityError')
    },
  })
  render(Notes, { session: seated(), back: () => undefined })
  expect(document.body.textContent).toContain('when you close or reload it, your seat is gone. Keep the link')
  const write = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText: write } })
  await fireEvent.click(screen.getByRole('button', { name: /Copy link to my seat/ }))
  expect(write).toHaveBeenCalledWith('https://table.example/t/ABCDEF#own-key')
  await fireEvent.click(screen.getByRole('button', { name: 'All right' }))
  expect(document.body.textContent).not.toContain('your seat is gone')
})

test.each([
  ['de', 'Die Verbindung ist weg.'],
  ['en', 'The connection is gone.'],
] as const)('in %s a broken line is told before the game, too, and until it is mended', async (lang, text) => {
  settings.lang = lang
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network in this test')))
  render(Lobby, { session: seated({ table: table({ state: 'lobby' }) }) })
  vi.useFakeTimers()
  try {
    Line.last.close(1006)
    await vi.advanceTimersByTimeAsync(1000)
    expect(document.body.textContent).not.toContain(text)
    await vi.advanceTimersByTimeAsync(2000)
    expect(document.querySelector('[aria-live]')!.textContent).toContain(text)
    Line.last.accept()
    Line.last.say(welcome({ table: table({ state: 'lobby' }) }))
    await vi.advanceTimersByTimeAsync(0)
    expect(document.body.textContent).not.toContain(text)
  } finally {
    vi.useRealTimers()
  }
})

test('a note of the server goes when it was read, and another one is told', async () => {
  const told = (text: string): ReturnType<typeof table> => table({ note: { de: text, en: text } })
  render(Notes, { session: seated({ table: told('The rules have changed.') }), back: () => undefined })
  await fireEvent.click(screen.getByRole('button', { name: 'All right' }))
  expect(document.body.textContent).not.toContain('The rules have changed.')
  Line.last.say({ type: 'people', table: told('Nothing can be written.') })
  await vi.waitFor(() => screen.getByText('Nothing can be written.'))
})

test.each([
  ['stands', 'Ben', true],
  ['illegal', '', false],
] as const)('when it is my turn, a notice (%s) of %s stays: %s', (code, by, stays) => {
  const at = seated()
  at.notices.reason.show(
    code === 'stands' ? stands('refused', by) : { code, clause: 'L5', text: { de: 'Nein', en: 'No' } },
  )
  render(Notice, { session: at, mine: true })
  expect(at.notice !== null).toBe(stays)
})

test('whoever is shown the door has the bar, and can change the language', async () => {
  const gone = seated()
  Line.last.say({
    type: 'goodbye',
    code: 'kicked',
    text: { de: 'Du bist nicht mehr am Tisch.', en: 'You are no longer at the table.' },
  })
  render(Goodbye, { session: gone, forget: () => undefined, again: () => undefined })
  await fireEvent.click(screen.getByRole('button', { name: 'Auf Deutsch umschalten' }))
  expect(screen.getByRole('heading').textContent).toBe('Du bist nicht mehr am Tisch.')
})
