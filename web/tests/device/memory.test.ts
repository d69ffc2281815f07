import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

test('settings are remembered', async () => {
  const { settings } = await import('@/device/settings.svelte')
  settings.lang = 'en'
  settings.sound = false
  vi.resetModules()
  const again = await import('@/device/settings.svelte')
  expect(again.settings.lang).toBe('en')
  expect(again.settings.sound).toBe(false)
})

test('spoilt memory is no memory', async () => {
  localStorage.setItem('tischlein.settings', '{broken')
  localStorage.setItem('tischlein.tables', '[{"code":"X"}, null]')
  const { settings } = await import('@/device/settings.svelte')
  const { mine } = await import('@/device/my-tables.svelte')
  expect(settings.theme).toBe('system')
  expect(mine.tables).toEqual([])
})

test('a table that is opened again and again is not the one that is forgotten', async () => {
  const { mine } = await import('@/device/my-tables.svelte')
  mine.keep('SLOW77', 'lobo77', [{ seat: 0, token: 'a' }])
  for (let n = 0; n < 600; n++) {
    mine.keep(`T${n}`, 'qwixx', [{ seat: 0, token: `${n}` }])
    if (n % 100 === 0) mine.addKey('SLOW77', 'lobo77', { seat: 0, token: 'a' })
  }
  expect(mine.find('SLOW77')?.seats).toEqual([{ seat: 0, token: 'a' }])
  expect(mine.find('T0')).toBeUndefined()
  expect(mine.tables).toHaveLength(500)
})

test('keys to seats are kept once, the newest table first', async () => {
  const { mine } = await import('@/device/my-tables.svelte')
  mine.keep('AAAAAA', 'lobo77', [{ seat: 0, token: 'a' }])
  mine.addKey('BBBBBB', 'quando', { seat: 2, token: 'b' })
  mine.addKey('BBBBBB', 'quando', { seat: 2, token: 'b' })
  expect(mine.tables.map((table) => table.code)).toEqual(['BBBBBB', 'AAAAAA'])
  expect(mine.find('BBBBBB')?.seats).toEqual([{ seat: 2, token: 'b' }])
  mine.forget('AAAAAA')
  expect(mine.find('AAAAAA')).toBeUndefined()
})

test('dictionaries follow the language and fill in values', async () => {
  const { settings } = await import('@/device/settings.svelte')
  const { catalogue } = await import('@/texts/catalogue.svelte')
  const w = catalogue({ de: { one: { cards: '{n} Karten' } }, en: { one: { cards: '{n} cards' } } })('one')
  settings.lang = 'de'
  expect(w('cards', { n: 3 })).toBe('3 Karten')
  settings.lang = 'en'
  expect(w('cards', { n: 3 })).toBe('3 cards')
  expect(w('cards')).toBe('{n} cards')
})

test('one and many have their own words, and minus is a minus', async () => {
  const { settings } = await import('@/device/settings.svelte')
  const { fill } = await import('@/texts/catalogue.svelte')
  settings.lang = 'de'
  expect([0, 1, 2, -5].map((n) => fill('{n} {n|Punkt|Punkte}', { n }))).toEqual([
    '0 Punkte',
    '1 Punkt',
    '2 Punkte',
    '−5 Punkte',
  ])
})

test('who has said no name keeps an animal’s, in the language of the page', async () => {
  const { settings } = await import('@/device/settings.svelte')
  const { ownName } = await import('@/device/names')
  localStorage.setItem('tischlein.animal', '0')
  settings.lang = 'de'
  expect(ownName('')).toBe('Fuchs')
  settings.lang = 'en'
  expect(ownName('')).toBe('Fox')
  expect(ownName(' Ada ')).toBe('Ada')
})

test('a key that opens nothing any more goes, the others of the device stay', async () => {
  const { mine } = await import('@/device/my-tables.svelte')
  mine.keep('AAAAAA', 'lobo77', [
    { seat: 0, token: 'a' },
    { seat: 1, token: 'b' },
  ])
  mine.drop('AAAAAA', 'a')
  expect(mine.find('AAAAAA')?.seats).toEqual([{ seat: 1, token: 'b' }])
  mine.drop('AAAAAA', 'b')
  expect(mine.find('AAAAAA')).toBeUndefined()
})

test('a wrong key for a table that is not on the list deletes nothing', async () => {
  const { mine } = await import('@/device/my-tables.svelte')
  const forget = vi.spyOn(mine, 'forget')
  mine.drop('0ABCDEF', 'wrong')
  expect(forget).not.toHaveBeenCalled()
  forget.mockRestore()
})
