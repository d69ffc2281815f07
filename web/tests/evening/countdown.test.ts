import { cleanup, render } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Countdown from '@/evening/Countdown.svelte'
import { settings } from '@/device/settings.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('the time of a round is up when it is up, and not a second early', async () => {
  settings.lang = 'en'
  const { container } = render(Countdown, { ends: Date.now() + 61_000 })
  expect(container.textContent).toBe('1:01')
  await vi.advanceTimersByTimeAsync(60_500)
  expect(container.textContent).toBe('0:01')
  await vi.advanceTimersByTimeAsync(500)
  expect(container.textContent).toMatch(/time/i)
})
