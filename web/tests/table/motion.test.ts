import { expect, test } from 'vitest'

const SOURCES = import.meta.glob<string>('../../src/**/*.svelte', { query: '?raw', import: 'default', eager: true })
// What the browser moves without laying out or painting anything again.
const CHEAP = ['transform', 'translate', 'rotate', 'scale', 'opacity']

test('what moves without end costs no painting', () => {
  const found: string[] = []
  let endless = 0
  for (const [path, text] of Object.entries(SOURCES)) {
    for (const [, name] of text.matchAll(/animation: (\w+)[^;]*infinite/g)) {
      endless += 1
      const frames = new RegExp(`@keyframes ${name} \\{([\\s\\S]*?)\\n  \\}`).exec(text)?.[1] ?? ''
      for (const [, property] of frames.matchAll(/([a-z-]+):/g))
        if (!CHEAP.includes(property!)) found.push(`${path}, ${name}: ${property}`)
    }
  }
  expect(endless).toBeGreaterThan(4)
  expect(found).toEqual([])
})

test('what changes its place or its look at a table costs no layout, and next to no painting', () => {
  const found: string[] = []
  let changing = 0
  for (const [path, text] of Object.entries(SOURCES)) {
    // The small pictures of the start page are no table.
    if (!/\/src\/(cards|games|table)\//.test(path) || path.endsWith('/Scene.svelte')) continue
    for (const [, list] of text.matchAll(/transition:\s*([^;]+);/g)) {
      changing += 1
      const properties = list!
        .replace(/\([^()]*\)/g, '')
        .split(',')
        .map((one) => one.trim().split(/\s/)[0]!)
      found.push(
        ...properties
          .filter((one) => ![...CHEAP, 'filter', 'clip-path', 'none'].includes(one))
          .map((one) => `${path}: ${one}`),
      )
    }
  }
  expect(changing).toBeGreaterThan(8)
  expect(found).toEqual([])
})
