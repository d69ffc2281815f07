/** The catalogues of texts: equal keys and values in each language, and no key that nothing uses. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Catalogue = Record<string, Record<string, string>>

const read = (path: string): string => readFileSync(path, 'utf8')
const catalogue = (path: string): Catalogue => JSON.parse(read(path)) as Catalogue

/** Each subject: its German and its English file, and the sources that may use it. */
const SOURCES = globSync('src/**/*.{ts,svelte}')
const SUBJECTS = [
  ...globSync('src/texts/*/de.json').map((de) => ({
    de,
    en: de.replace('de.json', 'en.json'),
    used: `@/${de.replace(/^src\/|\/de\.json$/g, '')}'`,
    within: 'src/',
  })),
  ...globSync('src/games/*/texts/de.json').map((de) => ({
    de,
    en: de.replace('de.json', 'en.json'),
    used: '',
    within: de.replace('texts/de.json', ''),
  })),
]

const keys = (found: Catalogue): string[] =>
  Object.entries(found).flatMap(([section, texts]) => Object.keys(texts).map((key) => `${section}.${key}`))

const values = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1] ?? ''))].sort()

test('there is a catalogue for each subject and each game', () => {
  expect(SUBJECTS.length).toBeGreaterThan(15)
  expect(globSync('src/texts/*/en.json')).toHaveLength(globSync('src/texts/*/de.json').length)
})

test.each(SUBJECTS)('$de and $en have the same keys, and each text the same values', ({ de, en }) => {
  const [german, english] = [catalogue(de), catalogue(en)]
  expect(keys(german)).toEqual(keys(english))
  for (const [section, texts] of Object.entries(german))
    for (const [key, text] of Object.entries(texts)) {
      expect(text, `${section}.${key}`).not.toBe('')
      const found = values(text).filter((name) => name !== 'n')
      expect(found, `${section}.${key}`).toEqual(values(english[section]?.[key] ?? '').filter((name) => name !== 'n'))
    }
})

/** Keys that a component makes of something else, such as `${how}_at`: the part that is written out. */
const MADE = /`(?:\$\{[^}]*\}(\w+)|(\w+)\$\{[^}]*\}\w*)`/g

/** The files that may use a subject: those that import it, their neighbours, and whoever imports a module that does. */
function users(used: string, within: string): string[] {
  if (used === '') return [...SOURCES.filter((path) => path.startsWith(within)), `${within}lesson/lesson.json`]
  const importers = SOURCES.filter((path) => read(path).includes(used))
  const folders = importers.map((path) => path.slice(0, path.lastIndexOf('/') + 1))
  const modules = [used, ...importers.map((path) => `@/${path.slice(4).replace(/\.ts$/, '')}'`)]
  return SOURCES.filter(
    (path) =>
      folders.some((folder) => path.startsWith(folder)) || modules.some((module) => read(path).includes(module)),
  )
}

test.each(SUBJECTS)('every key of $de is used', ({ de, used, within }) => {
  const text = [...users(used, within), 'src/protocol/types.ts'].map(read).join('\n')
  const made = [...text.matchAll(MADE)].map((match) => match[1] ?? match[2] ?? '')
  const unused = keys(catalogue(de)).filter((path) => {
    // A situation of a lesson has two more sentences, after a wrong move and at its end.
    const key = path.slice(path.indexOf('.') + 1).replace(path.startsWith('lesson.') ? /_(done|wrong)$/ : '', '')
    const named = new RegExp(`['"\`]${key}['"\`]|\\b${key}:`)
    return !named.test(text) && !made.some((part) => key.includes(part))
  })
  expect(unused).toEqual([])
})

test('a sentence of a lesson leaves the table its room on a phone', () => {
  for (const path of globSync('src/games/*/texts/*.json'))
    for (const sentence of Object.values(catalogue(path)['lesson'] ?? {})) expect(sentence.length).toBeLessThan(121)
})
