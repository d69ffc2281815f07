import { beforeEach, expect, test } from 'vitest'
import { mine } from '@/device/my-tables.svelte'
import { myEvenings } from '@/evening/keys.svelte'
import { pack, take, unpack } from '@/device/profile'
import { results } from '@/device/results.svelte'
import { settings } from '@/device/settings.svelte'
import { forgetAll } from '@/device/storage'
import type { Person } from '@/server/wire'

const people = ['Maria', 'Hugo'].map((name, seat) => ({ seat, name, bot: seat === 1 }) as Person)

beforeEach(() => {
  localStorage.clear()
  results.clear()
  for (const table of [...mine.tables]) mine.forget(table.code)
})

test('a link takes name, settings, games, seats and evenings to another device', async () => {
  settings.name = 'Maria'
  settings.digits = false
  results.add('AAAAAA', 'qwixx', people, 0, [{ place: 1, seats: [0, 1], score: 3, won: true, text: '' }])
  mine.keep('BBBBBB', 'lobo77', [{ seat: 1, token: 'secret-key' }])
  mine.keep('0CCCCC', 'lobo77', [{ seat: 0, token: 'opens nothing elsewhere' }])
  myEvenings.keep({ code: 'DDDDDD', name: 'Club', host: 'leads-it' })
  const link = await pack()
  expect(link).toMatch(/^#profile=[\w-]+$/)
  // The other device.
  settings.name = 'Hugo'
  settings.digits = true
  results.clear()
  mine.forget('BBBBBB')
  myEvenings.keep({ code: 'DDDDDD', name: 'Club', host: 'before', person: 'plays' })
  const profile = await unpack(link)
  expect(profile?.tables.map((table) => table.code)).toEqual(['BBBBBB'])
  expect(profile && take(profile)).toBe(1)
  expect([settings.name, settings.digits]).toEqual(['Maria', false])
  expect(mine.find('BBBBBB')?.seats).toEqual([{ seat: 1, token: 'secret-key' }])
  expect(myEvenings.list).toEqual([{ code: 'DDDDDD', name: 'Club', host: 'leads-it', person: 'plays' }])
  expect(profile && take(profile)).toBe(0)
})

test('what is no profile, or was cut, changes nothing', async () => {
  const link = await pack()
  for (const hash of ['', '#profile=', '#profile=%%%', '#token', link.slice(0, link.length - 8)])
    expect(await unpack(hash)).toBeNull()
  settings.name = 'Maria'
  take({
    settings: { name: 7, lang: 'xx', sound: 'loud', other: 1, friends: [3] },
    games: [null, { code: 'X' }],
    tables: [null as never, { code: 1 } as never],
    evenings: [null, { code: 1 }, { code: 'EEEEEE', name: 'x'.repeat(101) }],
    guest: null,
  })
  expect([settings.name, settings.sound, settings.friends]).toEqual(['Maria', true, []])
  expect([results.list.length, mine.tables.length, myEvenings.find('EEEEEE')]).toEqual([0, 0, undefined])
})

test('a choice that there is not, and a day that no calendar has, stay outside', () => {
  settings.theme = 'dark'
  take({
    settings: { theme: 'x', pace: 'x', lang: 'x', switches: { x: 'on' }, motion: false },
    games: [],
    tables: [],
    guest: null,
  })
  expect(settings.all()).toMatchObject({ theme: 'dark', pace: 'human', switches: {}, motion: false })
  expect(['de', 'en']).toContain(settings.all().lang)
  const game = {
    code: 'AAAAAA',
    game: 'qwixx',
    at: 1,
    names: ['Maria', 'Hugo'],
    bots: [false, true],
    you: 0,
    standings: [{ place: 1, seats: [0], score: 3, won: true }],
    series: 'AAAAAA',
  }
  for (const at of [-1, 1e300, 8.65e15]) expect(results.adopt([{ ...game, at }])).toBe(0)
  expect(results.adopt([game])).toBe(1)
})

test('one button leaves nothing behind', async () => {
  settings.name = 'Maria'
  mine.keep('BBBBBB', 'lobo77', [{ seat: 1, token: 'secret-key' }])
  localStorage.setItem('another.page', 'stays')
  await forgetAll()
  expect(Object.keys(localStorage)).toEqual(['another.page'])
})
