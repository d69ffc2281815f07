import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mine } from '@/device/my-tables.svelte'
import { server } from '@/server/server.svelte'
import { settings } from '@/device/settings.svelte'
import NewTable from '@/new-table/NewTable.svelte'
import Replay from '@/replay/Replay.svelte'
import TableScreen from '@/play/TableScreen.svelte'
import { GAME, table, view } from '../fakes'

/** An answer that is there at once when somebody reads it. */
function says(body: object, ok = true, status = ok ? 200 : 422): Response {
  return { ok, status, json: () => Promise.resolve(body) } as Response
}

beforeEach(() => {
  settings.lang = 'en'
  mine.forget('ABCDEF') // other files sit down at it
  Object.assign(server, { games: [GAME], state: 'ready' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Object.assign(server, { games: [], state: 'loading' })
})

test('people at this device get the seats where the page shows them', async () => {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body) as Record<string, unknown>)
    return Promise.resolve(says({ error: { code: 'full', text: { de: 'voll', en: 'full' } } }, false))
  })
  render(NewTable, { game: 'lobo77', mode: 'friends' })
  for (let tap = 0; tap < 2; tap++) await fireEvent.click(screen.getByRole('button', { name: /^Seat 3,/ }))
  expect(screen.getByRole('button', { name: /^Seat 3,/ }).textContent).toContain('this device')
  await fireEvent.click(screen.getByRole('button', { name: 'Open the table and invite' }))
  await screen.findByText('full')
  expect(sent).toMatchObject([{ hot_seat: ['Guest 3'], hot_seat_at: [2] }])
})

/** A replay through the eyes of a seat, of as many steps as the test likes to tell it by. */
function seen(seat: number | null, steps: number): Response {
  const frames = Array.from({ length: steps }, (_, seq) => ({ seq, events: [], view: view(), scores: [3, 3] }))
  return says({ game: 'lobo77', seats: 2, seat, names: ['Maria', 'Hugo'], complete: true, frames, next: null })
}

test('in a replay an older answer does not take the place of a newer one', async () => {
  const waiting = new Map<string, (response: Response) => void>()
  vi.stubGlobal('fetch', (url: string) => {
    if (url.endsWith('/tables/ABCDEF')) return Promise.resolve(says(table({ state: 'over' })))
    const [, seat] = /replay\?.*seat=(\d)/.exec(url) ?? []
    if (seat !== undefined) return new Promise<Response>((answer) => waiting.set(seat, answer))
    return url.includes('/replay?')
      ? Promise.resolve(seen(null, 1))
      : Promise.reject(new Error('no network in this test'))
  })
  render(Replay, { code: 'ABCDEF' })
  const eyes = await screen.findByRole('combobox', { name: 'Through whose eyes?' })
  const place = (): string | null => screen.getByRole('slider').getAttribute('aria-valuetext')
  await fireEvent.change(eyes, { target: { value: '0' } })
  await fireEvent.change(eyes, { target: { value: '1' } })
  waiting.get('1')?.(seen(1, 3))
  await vi.waitFor(() => expect(place()).toBe('Step 1 of 3'))
  waiting.get('0')?.(seen(0, 2))
  await new Promise((resolve) => setTimeout(resolve))
  expect(place()).toBe('Step 1 of 3')
})

test.each([404, 410, 409, 503, 0])(
  'pages of bad luck have the bar: whoever is answered with %i can change the language there',
  async (status) => {
    const answer = says({ error: { code: 'luck', text: { de: 'Pech', en: 'Bad luck' } } }, false, status)
    vi.stubGlobal('fetch', () =>
      status ? Promise.resolve(answer) : Promise.reject(new Error('no network in this test')),
    )
    for (const show of [
      () => render(TableScreen, { code: 'ABCDEF', key: null }),
      () => render(Replay, { code: 'ABCDEF' }),
    ]) {
      show()
      await fireEvent.click(await screen.findByRole('button', { name: 'Auf Deutsch umschalten' }))
      expect(settings.lang).toBe('de')
      settings.lang = 'en'
      cleanup()
    }
  },
)

test('a table whose file is damaged says what the server says of it, and is not asked for again and again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let asked = 0
  vi.stubGlobal('fetch', () => {
    asked += 1
    return Promise.resolve(
      says(
        { error: { code: 'damaged', text: { de: '', en: 'What is stored is damaged. A backup can be restored.' } } },
        false,
        500,
      ),
    )
  })
  render(TableScreen, { code: 'ABCDEF', key: null })
  expect((await screen.findByRole('heading')).textContent).toBe('What is stored is damaged.')
  vi.advanceTimersByTime(20_000)
  expect(asked).toBe(1)
  vi.useRealTimers()
})
