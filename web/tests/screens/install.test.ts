import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mine } from '@/device/my-tables.svelte'
import { settings } from '@/device/settings.svelte'
import '@/offline/install.svelte'
import Mine from '@/tables/Mine.svelte'
import Settings from '@/settings/Settings.svelte'

const persist = vi.fn(() => Promise.resolve(true))
let shown: object | null = null

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true })
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
  persist.mockClear()
})

afterEach(() => {
  if (shown) void unmount(shown)
  shown = null
  Reflect.deleteProperty(navigator, 'standalone')
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 0, configurable: true })
  vi.unstubAllGlobals()
})

function open(Screen: typeof Settings | typeof Mine): string {
  document.body.innerHTML = ''
  shown = mount(Screen, { target: document.body })
  flushSync()
  return document.body.textContent ?? ''
}

const button = (text: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === text)

test.each([
  ['de', 'Installieren', '„Teilen“ und dann auf „Zum Home-Bildschirm“'],
  ['en', 'Install', '“Share”, then “Add to Home Screen”'],
] as const)('the browser installs the page when somebody asks, and an iPhone is told how (%s)', (lang, take, how) => {
  settings.lang = lang
  expect(open(Settings)).not.toContain(how)
  expect(button(take)).toBeUndefined()
  const prompt = vi.fn(() => Promise.resolve())
  dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  flushSync()
  button(take)?.click()
  flushSync()
  expect(prompt).toHaveBeenCalledOnce()
  expect(button(take)).toBeUndefined()

  Object.assign(navigator, { standalone: false })
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true })
  expect(open(Settings)).toContain(how)
})

test('the browser is asked to keep games for good by who has some and looks at them, or installs the page', () => {
  open(Mine)
  expect(persist).not.toHaveBeenCalled()
  mine.keep('0ABC', 'any', [{ seat: 0, token: 'here' }])
  open(Mine)
  expect(persist).toHaveBeenCalledOnce()
  dispatchEvent(new Event('appinstalled'))
  expect(persist).toHaveBeenCalledTimes(2)
})
