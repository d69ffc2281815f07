import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchGames, forgetGuest, guestKey, guestKeys } from '@/device/guest'
import { mine } from '@/device/my-tables.svelte'
import { pack, packSmall, take, unpack } from '@/device/profile'
import { results } from '@/device/results.svelte'
import { modules } from '@/qr/modules'

const GAME = {
  code: 'AAAAAA',
  game: 'qwixx',
  at: 5,
  names: ['Maria', 'Hugo'],
  bots: [false, true],
  you: 0,
  standings: [
    { place: 1, seats: [0], score: 30, won: true },
    { place: 2, seats: [1], score: 20, won: false },
  ],
}

/** A server that keeps one game for one key. */
function serve(key: string, asked: string[] = []): void {
  let kept = [GAME]
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const own = new Headers(init.headers).get('Authorization') === `Bearer ${key}`
    asked.push(path)
    if (path === '/api/guest/forget' && own) kept = []
    return Response.json(path === '/api/guest/games' ? (own ? kept : []) : { games: 1 })
  })
}

beforeEach(() => {
  localStorage.clear()
  results.clear()
})
afterEach(() => vi.unstubAllGlobals())

test('a device has one key, which nobody can guess', () => {
  expect(guestKeys()).toEqual([])
  const key = guestKey()
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(guestKey()).toBe(key)
  localStorage.clear()
  expect(guestKey()).not.toBe(key)
})

test('the key travels with the profile, and the other device finds the games with it', async () => {
  const key = guestKey()
  const links = [
    await pack(),
    (await packSmall('https://a.example/settings')).replace('https://a.example/settings', ''),
  ]
  for (const link of links) {
    localStorage.clear()
    results.clear()
    const own = guestKey()
    take((await unpack(link))!)
    expect(guestKeys()).toEqual([key, own])
    serve(key)
    expect(await fetchGames()).toBe(1)
    expect(results.list.map((one) => one.code)).toEqual(['AAAAAA'])
    expect(await fetchGames()).toBe(0)
  }
})

test('a profile with nonsense in place of keys brings none', async () => {
  const own = guestKey()
  take({ settings: {}, games: [], tables: [], guest: [7, 'short', null, 'x'.repeat(100)] })
  take({ settings: {}, games: [], tables: [], guest: 'nonsense' })
  expect(guestKeys()).toEqual([own])
})

test('to delete everything asks the server too, and the old key is never used again', async () => {
  const key = guestKey()
  const asked: string[] = []
  serve(key, asked)
  await forgetGuest()
  expect(asked).toEqual(['/api/guest/forget'])
  expect(guestKeys()).toEqual([])
  expect(guestKey()).not.toBe(key)
  // A device that never sat at a server asks none.
  localStorage.clear()
  await forgetGuest()
  expect(asked).toHaveLength(1)
})

test('what a server cannot delete is not forgotten', async () => {
  const key = guestKey()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await expect(forgetGuest()).rejects.toThrow()
  expect(guestKeys()).toEqual([key])
  expect(await fetchGames()).toBe(0)
})

test('with however many seats a profile fits on a code that a camera can read', async () => {
  const token = (): string =>
    Array.from({ length: 32 }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[Math.floor(Math.random() * 36)]).join('')
  for (let k = 0; k < 30; k++) mine.keep(`AAAA${k}`, 'qwixx', [{ seat: 0, token: token() }])
  const link = await packSmall('https://tischlein.example/settings')
  expect(modules(link)!.length).toBeLessThanOrEqual(17 + 4 * 22 + 8) // with its border
  expect((await unpack(link.slice(link.indexOf('#'))))!.tables.length).toBeGreaterThan(2)
  for (const table of [...mine.tables]) mine.forget(table.code)
})
