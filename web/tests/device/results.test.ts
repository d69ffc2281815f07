import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { guestKey } from '@/device/guest'
import { results, standing, tally } from '@/device/results.svelte'
import { scoreText } from '@/server/score-text.svelte'
import { settings } from '@/device/settings.svelte'
import type { Person, Standing } from '@/server/wire'
import Results from '@/tables/Results.svelte'

const people = ['Maria', 'Hugo'].map((name, seat) => ({ seat, name, bot: seat === 1 }) as Person)

function end(scores: [number, number]): Standing[] {
  const first = scores[0] >= scores[1] ? 0 : 1
  return [first, 1 - first].map((seat, k) => ({
    place: k + 1,
    seats: [seat],
    score: scores[seat] ?? 0,
    won: k === 0,
    text: `${scores[seat]}`,
  }))
}

function played(code: string, scores: [number, number]): void {
  results.add(code, 'qwixx', people, 0, end(scores))
}

beforeEach(() => {
  localStorage.clear()
  results.clear()
})

test('wins, best, average and streaks of what was played, each game once', () => {
  for (const [k, scores] of (
    [
      [10, 5],
      [30, 20],
      [5, 9],
      [15, 9],
    ] as [number, number][]
  ).entries())
    played(`CODE${k}`, scores)
  played('CODE3', [99, 0])
  expect(tally(results.list, false)).toMatchObject({
    played: 4,
    won: 3,
    best: 30,
    average: 15,
    streak: 1,
    longest: 2,
    scores: [10, 30, 5, 15],
  })
  expect(tally(results.list, true).best).toBe(5)
})

test('rematches make a series with a running score', () => {
  played('AAAAAA', [3, 1])
  results.goOn('AAAAAA', 'BBBBBB')
  played('BBBBBB', [1, 3])
  results.goOn('BBBBBB', 'CCCCCC')
  played('CCCCCC', [9, 1])
  played('DDDDDD', [1, 9])
  expect(results.inSeries('CCCCCC').map((one) => one.code)).toEqual(['AAAAAA', 'BBBBBB', 'CCCCCC'])
  expect(standing(results.inSeries('CCCCCC'))).toEqual([
    { name: 'Maria', won: 2 },
    { name: 'Hugo', won: 1 },
  ])
})

test('a file takes the games to another device, once, and nothing else comes in', () => {
  played('AAAAAA', [3, 1])
  const file = results.write()
  expect(results.read(file)).toBe(0)
  results.clear()
  expect(JSON.parse(localStorage.getItem('tischlein.results') ?? '')).toEqual([])
  expect(results.read(file)).toBe(1)
  expect(results.list[0]).toMatchObject({ code: 'AAAAAA', you: 0, names: ['Maria', 'Hugo'] })
  const spoilt = {
    kind: 'tischlein-games',
    games: [{ code: 'X' }, null, 7, { ...results.list[0], code: 'YYYYYY', standings: [] }],
  }
  expect(results.read(JSON.stringify(spoilt))).toBe(0)
  for (const text of ['', '[]', 'null', '{"kind":"other"}']) expect(results.read(text)).toBeNull()
})

test('two thousand games are kept, and of more the oldest go', () => {
  played('LATEST', [3, 1])
  const [latest] = results.list
  const older = Array.from({ length: 2500 }, (_, k) => ({ ...latest!, code: `OLD${k}`, at: k }))
  results.adopt(older)
  expect(results.list).toHaveLength(2000)
  expect([results.list[0]?.code, results.list[1]?.code, results.list.at(-1)?.code]).toEqual([
    'LATEST',
    'OLD2499',
    'OLD501',
  ])
})

test('facts are kept, and words are made for whoever reads them', () => {
  played('AAAAAA', [3, 1])
  expect(Object.keys(results.list[0]?.standings[0] ?? {})).not.toContain('text')
  const forms = {
    de: [
      { when: { score: { max: -1 } }, text: 'raus' },
      { when: { score: 0 }, text: 'schwimmt' },
      { text: '{score} {score|Chip|Chips}' },
    ],
    en: '{score} {score|point|points}',
  }
  settings.lang = 'de'
  expect([-1, 0, 1, 3].map((score) => scoreText(forms.de, score))).toEqual(['raus', 'schwimmt', '1 Chip', '3 Chips'])
  settings.lang = 'en'
  expect([-5, 1].map((score) => scoreText(forms.en, score))).toEqual(['−5 points', '1 point'])
})

test('the best result is told in the words of its game, and words have no average', async () => {
  settings.lang = 'en'
  const texts = {
    name: 'Toy',
    tagline: '',
    score: [{ when: { score: { max: -1 } }, text: 'drowned' }, { text: '{score} {score|chip|chips}' }],
  }
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/texts/')
      ? Promise.resolve(new Response(JSON.stringify(texts)))
      : Promise.reject(new Error('no network in this test')),
  )
  results.add('CODE', 'toy', people, 0, end([-1, 2]))
  render(Results)
  const best = (): string | null | undefined => screen.getByText('Best result').nextElementSibling?.textContent
  await vi.waitFor(() => expect(best()).toBe('drowned'))
  expect(screen.queryByText('Average')).toBeNull()
  cleanup()
  vi.unstubAllGlobals()
})

test('what a file has brought is said beside the button that asked for it', async () => {
  settings.lang = 'en'
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network in this test')))
  const { container } = render(Results)
  const input = container.querySelector('input[type=file]')!
  await fireEvent.change(input, { target: { files: [new File(['{}'], 'games.json')] } })
  const answer = screen.getByRole('status')
  await vi.waitFor(() => expect(answer.textContent).not.toBe(''))
  expect(input.parentElement?.nextElementSibling).toBe(answer)
  cleanup()
  vi.unstubAllGlobals()
})

test('where the server does not answer, all games are still there, and that is said', async () => {
  settings.lang = 'en'
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  guestKey()
  played('CODE', [3, 5])
  render(Results)
  await fireEvent.click(screen.getByRole('button', { name: 'Delete everything' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Yes, delete' }))
  await vi.waitFor(() =>
    expect(screen.getByRole('status').textContent).toMatch(
      /^Nothing could be deleted at the server: .* All your games are still there/,
    ),
  )
  expect(results.list).toHaveLength(1)
  cleanup()
  vi.unstubAllGlobals()
})
