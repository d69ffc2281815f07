import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(path, 'utf8')

function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The values of a property in a style sheet, by day and by night. */
function values(css: string, name: string): [day: string, night: string][] {
  const found = css.matchAll(new RegExp(`--${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`, 'g'))
  return [...found].map(([, day, night, always]) => [day ?? always ?? '', night ?? always ?? ''])
}

const table = read('src/table/table.css')
const [usual, bright] = values(table, 'glow')

test.each(['', ...globSync('src/games/*/look.css')])('rings are seen on wood and on the cloth: %s', (path) => {
  const look = path === '' ? '' : read(path)
  const own = values(look, 'glow')
  const onWood = own[0] ?? usual
  const onCloth = own[1] ?? bright
  for (const time of [0, 1] as const) {
    for (const wood of [...values(table, 'wood'), ...values(table, 'wood-2')])
      expect(contrast(onWood?.[time] ?? '', wood[time])).toBeGreaterThanOrEqual(3)
    const cloths = path === '' ? table : look
    for (const cloth of [...values(cloths, 'cloth'), ...values(cloths, 'cloth-2')])
      expect(contrast(onCloth?.[time] ?? '', cloth[time])).toBeGreaterThanOrEqual(3)
  }
})

test('words on the colour of rings are read', () => {
  const rule = /background: var\(--glow\);\s+color: (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g
  const found = globSync('src/{table,games}/**/*.svelte').flatMap((path) => [...read(path).matchAll(rule)])
  expect(found).not.toHaveLength(0)
  for (const [, day, night, always] of found)
    [day, night].forEach((ink, time) => {
      expect(contrast(usual?.[time] ?? '', ink ?? always ?? '')).toBeGreaterThanOrEqual(4.5)
    })
})

test('numbers are read on every card of Qwixx, and the letter on a joker of Quanto', () => {
  const face = read('src/games/qwixx/Face.svelte')
  const [papers, inks] = [values(face, 'paper'), values(face, 'ink')]
  expect(papers).toHaveLength(6)
  papers.forEach(([paper], n) => expect(contrast(paper, inks[n]?.[0] ?? '')).toBeGreaterThanOrEqual(4.5))
  const corner = /\.corner \{[^}]*color: (#\w+);[^}]*background: (#\w+);/.exec(read('src/games/quanto/Face.svelte'))
  expect(contrast(corner?.[1] ?? '', corner?.[2] ?? '')).toBeGreaterThanOrEqual(4.5)
})

test('no letter on a sheet of Qwixx is smaller than twelve pixels', () => {
  const sizes = [...read('src/games/qwixx/Sheet.svelte').matchAll(/font(?:-size)?: [^;]*?(\d+(?:\.\d+)?)px/g)]
  for (const [, size] of sizes) expect(Number(size)).toBeGreaterThanOrEqual(12)
})
