import { expect, test } from 'vitest'
import { encode, versionFor } from '@/qr/encode'

// Both were made by segno, another encoder, with the same mask.
const SMALL = `
#######..#....#######
#.....#..#....#.....#
#.###.#.###.#.#.###.#
#.###.#..###..#.###.#
#.###.#..###..#.###.#
#.....#.......#.....#
#######.#.#.#.#######
........##...........
###.#####.##.##...#..
##.##....####.###...#
.####.##...###..#.###
..#..#....#.....#..#.
#...######..#..#.#...
........##.###.##..##
#######.#..####.#.###
#.....#.#.##.#.##....
#.###.#.#.#......#..#
#.###.#..#..#.#.##...
#.###.#.#..##...#.#.#
#.....#.###.....#..#.
#######.#..##...##.##`
const LARGE = 1722110592

test('a code is what another encoder makes of the same text', () => {
  const drawn = encode('https://a.example', 0)!.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))
  expect(drawn.join('\n')).toBe(SMALL.trim())
  const text = 'https://tischlein.example/t/ABCDEF#'.repeat(10).slice(0, 230)
  let hash = 2166136261
  for (const dark of encode(text, 3)!.flat()) hash = Math.imul(hash ^ Number(dark), 16777619) >>> 0
  expect(hash).toBe(LARGE)
})

test('a code is as large as it needs to be, and a text that fits none gives none', () => {
  expect([17, 18, 106, 107, 230, 231, 2953, 2954].map(versionFor)).toEqual([1, 2, 5, 6, 9, 10, 40, null])
  expect(encode('x'.repeat(3000))).toBeNull()
})

test('the best of the eight patterns is taken', () => {
  const text = 'https://a.example'
  const all = Array.from({ length: 8 }, (_, mask) => JSON.stringify(encode(text, mask)))
  expect(new Set(all).size).toBe(8)
  expect(all).toContain(JSON.stringify(encode(text)))
})
