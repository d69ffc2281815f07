import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

test('settings are remembered', async () => {
  const { settings } = await import('@/client/settings.svelte')
  settings.lang = 'en'
  settings.sound = false
  vi.resetModules()
  const again = await import('@/client/settings.svelte')
  expect(again.settings.lang).toBe('en')
  expect(again.settings.sound).toBe(false)
})

test('spoilt memory is no memory', async () => {
  localStorage.setItem('tischlein.settings', '{broken')
  localStorage.setItem('tischlein.tables', '[{"code":"X"}, null]')
  const { settings } = await import('@/client/settings.svelte')
  const { mine } = await import('@/client/mine.svelte')
  expect(settings.theme).toBe('system')
  expect(mine.tables).toEqual([])
})

test('keys to seats are kept once, the newest table first', async () => {
  const { mine } = await import('@/client/mine.svelte')
  mine.keep('AAAAAA', 'lobo77', [{ seat: 0, token: 'a' }])
  mine.addKey('BBBBBB', 'quando', { seat: 2, token: 'b' })
  mine.addKey('BBBBBB', 'quando', { seat: 2, token: 'b' })
  expect(mine.tables.map((table) => table.code)).toEqual(['BBBBBB', 'AAAAAA'])
  expect(mine.find('BBBBBB')?.seats).toEqual([{ seat: 2, token: 'b' }])
  mine.forget('AAAAAA')
  expect(mine.find('AAAAAA')).toBeUndefined()
})

test('dictionaries follow the language and fill in values', async () => {
  const { settings } = await import('@/client/settings.svelte')
  const { words } = await import('@/i18n/lang.svelte')
  const w = words({ de: { cards: '{n} Karten' }, en: { cards: '{n} cards' } })
  settings.lang = 'de'
  expect(w('cards', { n: 3 })).toBe('3 Karten')
  settings.lang = 'en'
  expect(w('cards', { n: 3 })).toBe('3 cards')
  expect(w('cards')).toBe('{n} cards')
})
