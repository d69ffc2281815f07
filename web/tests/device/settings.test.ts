import { expect, test, vi } from 'vitest'
import { Flights } from '@/cards/flight'
import { calm, settings } from '@/device/settings.svelte'

test('what another tab sets is taken over', () => {
  settings.lang = 'en'
  localStorage.setItem('tischlein.settings', JSON.stringify({ lang: 'de', sound: false }))
  dispatchEvent(new StorageEvent('storage', { key: 'tischlein.settings' }))
  expect(settings.lang).toBe('de')
  expect(settings.sound).toBe(false)
  dispatchEvent(new StorageEvent('storage', { key: 'somebody.else' }))
  expect(settings.lang).toBe('de')
})

test('whoever switches motion off waits for nothing', async () => {
  settings.motion = false
  expect(calm()).toBe(true)
  const layer = document.createElement('div')
  const card = document.createElement('div')
  document.body.append(layer, card)
  const animate = vi.fn()
  card.animate = animate
  const flights = new Flights(layer, () => 'still')
  flights.ready()
  await flights.pause(60_000)
  await flights.arrive(card, new DOMRect(0, 0, 10, 14))
  expect(animate).not.toHaveBeenCalled()
  expect(card.style.visibility).toBe('')
  expect(layer.childElementCount).toBe(0)
  settings.motion = true
})

test('no sound is attempted before the first touch', async () => {
  // @ts-expect-error A copy of its own: the usual one may have been touched in another file.
  const { play } = (await import('@/device/sound?untouched')) as typeof import('@/device/sound')
  const made = vi.fn()
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        made()
      }
    },
  )
  settings.sound = true
  play('card')
  expect(made).not.toHaveBeenCalled()
  dispatchEvent(new Event('pointerup'))
  play('card')
  expect(made).toHaveBeenCalled()
  vi.unstubAllGlobals()
})
