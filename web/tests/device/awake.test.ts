/** The screen of a phone stays on while a game is played, and no longer. */
import { afterEach, expect, test, vi } from 'vitest'
import { keepAwake } from '@/device/awake'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
})

function screen(): { on: number; request: () => Promise<{ release: () => Promise<void> }> } {
  const one = {
    on: 0,
    request: () => {
      one.on += 1
      return Promise.resolve({
        release: () => {
          one.on -= 1
          return Promise.resolve()
        },
      })
    },
  }
  Object.defineProperty(navigator, 'wakeLock', { value: one, configurable: true })
  return one
}

test('the screen stays on until the game is over', async () => {
  const phone = screen()
  const rest = keepAwake()
  await vi.waitFor(() => expect(phone.on).toBe(1))
  rest()
  await vi.waitFor(() => expect(phone.on).toBe(0))
})

test('a game that ends before the phone answers lets go of what it gave', async () => {
  const phone = screen()
  keepAwake()()
  await vi.waitFor(() => expect(phone.on).toBe(0))
})

test('a browser that cannot do it, or refuses, plays on', async () => {
  expect(() => keepAwake()()).not.toThrow()
  const refused = vi.fn(() => Promise.reject(new DOMException('low battery', 'NotAllowedError')))
  Object.defineProperty(navigator, 'wakeLock', { value: { request: refused }, configurable: true })
  const rest = keepAwake()
  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce())
  rest()
})
