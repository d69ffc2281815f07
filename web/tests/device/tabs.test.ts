/**
 * Two tabs of one device: modules that are loaded twice over one storage, which tells each tab what the other one has
 * stored.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameReview } from '@/protocol/types'

const PEOPLE = [
  { name: 'Ada', bot: false },
  { name: 'Bot', bot: true },
] as never
const STANDINGS = [
  { place: 1, seats: [0], score: 3, won: true },
  { place: 2, seats: [1], score: 0, won: false },
] as never

async function tab() {
  vi.resetModules()
  const [{ mine }, { results }, { coached }] = await Promise.all([
    import('@/device/my-tables.svelte'),
    import('@/device/results.svelte'),
    import('@/coach/coached.svelte'),
  ])
  return { mine, results, coached }
}

const codes = (list: readonly { code: string }[]) => list.map((one) => one.code).sort()
const stored = (key: string) =>
  codes(JSON.parse(localStorage.getItem(`tischlein.${key}`) ?? '[]') as { code: string }[])
const reviewed = {
  game: 'lobo77',
  seat: 0,
  players: [{ decisions: 10, mistakes: 1 }],
  lessons: [],
  turns: [],
  places: [],
} as unknown as GameReview

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('no tab deletes what another tab has kept', async () => {
  const one = await tab()
  const two = await tab()
  one.mine.keep('AAAAAA', 'lobo77', [{ seat: 0, token: 'a' }])
  two.mine.keep('BBBBBB', 'qwixx', [{ seat: 1, token: 'b' }])
  one.results.goOn('AAAAAA', 'CCCCCC')
  two.results.goOn('BBBBBB', 'DDDDDD')
  one.results.add('CCCCCC', 'lobo77', PEOPLE, 0, STANDINGS)
  two.results.add('DDDDDD', 'qwixx', PEOPLE, 0, STANDINGS)
  one.coached.note('CCCCCC', reviewed, 0, 'en')
  two.coached.note('DDDDDD', reviewed, 0, 'en')
  expect(stored('tables')).toEqual(['AAAAAA', 'BBBBBB'])
  expect(stored('results')).toEqual(['CCCCCC', 'DDDDDD'])
  expect(stored('coached')).toEqual(['CCCCCC', 'DDDDDD'])
  const later = await tab()
  expect(later.mine.find('AAAAAA')?.seats).toEqual([{ seat: 0, token: 'a' }])
  expect(['CCCCCC', 'DDDDDD'].map((code) => later.results.seriesOf(code))).toEqual(['AAAAAA', 'BBBBBB'])
})

test('a tab shows at once what another one keeps, and what it forgets', async () => {
  const one = await tab()
  const two = await tab()
  one.mine.keep('AAAAAA', 'lobo77', [{ seat: 0, token: 'a' }])
  one.results.add('AAAAAA', 'lobo77', PEOPLE, 0, STANDINGS)
  expect(codes(two.mine.tables)).toEqual([])
  for (const key of ['tables', 'results']) dispatchEvent(new StorageEvent('storage', { key: `tischlein.${key}` }))
  expect(codes(two.mine.tables)).toEqual(['AAAAAA'])
  expect(codes(two.results.list)).toEqual(['AAAAAA'])
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(codes(two.mine.tables)).toEqual([])
})

test('where nothing can be stored a tab goes on with what it has', async () => {
  const { mine } = await tab()
  mine.keep('AAAAAA', 'lobo77', [{ seat: 0, token: 'a' }])
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  mine.keep('BBBBBB', 'qwixx', [{ seat: 1, token: 'b' }])
  mine.keep('CCCCCC', 'qwixx', [{ seat: 1, token: 'c' }])
  expect(codes(mine.tables)).toEqual(['AAAAAA', 'BBBBBB', 'CCCCCC'])
})
