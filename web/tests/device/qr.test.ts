import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { modules } from '@/qr/modules'

/** What a camera reads, at four pixels a module. */
function read(code: boolean[][]): string | undefined {
  const size = 4 * code.length
  const pixels = new Uint8ClampedArray(4 * size * size).fill(255)
  for (let k = 0; k < size * size; k++) {
    const dark = code[Math.floor(k / size / 4)]?.[Math.floor((k % size) / 4)]
    if (dark) pixels.fill(0, 4 * k, 4 * k + 3)
  }
  return jsQR(pixels, size, size)?.data
}

test.each([1, 17, 60, 120, 230, 600])('a camera reads a link of %i letters', (length) => {
  const text = 'https://tischlein.example/t/ABCDEF#key-Zz09_'.repeat(20).slice(0, length)
  expect(read(modules(text)!)).toBe(text)
})

test('letters of every kind come through', () => {
  expect(read(modules('Jörg & Zoë – ×2')!)).toBe('Jörg & Zoë – ×2')
})

test('a text that fits into no code gives none', () => {
  expect(modules('x'.repeat(3000))).toBeNull()
})
