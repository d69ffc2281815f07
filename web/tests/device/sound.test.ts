/** Some sounds are also felt, unless nothing may move. */
import { afterEach, expect, test, vi } from 'vitest'
import { settings } from '@/device/settings.svelte'
import { play } from '@/device/sound'

afterEach(() => {
  settings.motion = true
  settings.sound = true
  vi.unstubAllGlobals()
  for (const name of ['vibrate', 'userActivation']) Reflect.deleteProperty(navigator, name)
})

function shaking(): ReturnType<typeof vi.fn> {
  settings.motion = true
  const vibrate = vi.fn()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true })
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
  return vibrate
}

test('a knock is felt, a card is not', () => {
  const vibrate = shaking()
  settings.sound = false
  play('card')
  expect(vibrate).not.toHaveBeenCalled()
  play('wood')
  expect(vibrate).toHaveBeenCalledOnce()
})

test('where nothing moves nothing shakes', () => {
  const vibrate = shaking()
  settings.sound = false
  settings.motion = false
  play('wood')
  expect(vibrate).not.toHaveBeenCalled()
})
