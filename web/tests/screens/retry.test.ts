import { expect, test } from 'vitest'
import { later, RETRY_MS } from '@/server/retry'

test('a server that does not answer is asked less and less often', () => {
  const waits = [RETRY_MS]
  while (waits.length < 6) waits.push(later(waits.at(-1) ?? 0))
  expect(waits).toEqual([4000, 8000, 16_000, 32_000, 60_000, 60_000])
})
