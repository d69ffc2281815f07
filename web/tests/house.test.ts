import { expect, test } from 'vitest'
import { House, type Surroundings } from '@/offline/house'
import type { Answer, Python } from '@/offline/python'
import type { Saved } from '@/offline/store'

const saved: Saved = { code: '0ABC', game: 'any', mine: [] }
const NOTHING: Answer = { result: null, error: null, send: [], save: [], due: null }

/** A house whose Python answers from a list, and what happens around it, in order. */
function house(answers: Record<string, Partial<Answer>>, around: Partial<Surroundings> = {}) {
  const happened: string[] = []
  const asked: Record<string, unknown>[] = []
  const python = {
    game: () => Promise.resolve(),
    ask: (question: Record<string, unknown>) => {
      asked.push(question)
      return { ...NOTHING, ...answers[String(question.ask)], send: [...(answers[String(question.ask)]?.send ?? [])] }
    },
  } as unknown as Python
  const made = new House({
    python: () => Promise.resolve(python),
    thinker: () => Promise.resolve(null),
    store: {
      keep: async (one) => {
        await Promise.resolve()
        happened.push(`kept ${one.code}`)
      },
      find: () => Promise.resolve(saved),
    },
    lock: () => Promise.resolve(() => happened.push('unlocked')),
    send: (listener, message) => happened.push(`${listener}: ${(message as { type: string }).type}`),
    ...around,
  })
  return { made, happened, asked }
}

test('what changed is on the disk before anybody is told', async () => {
  const { made, happened } = house({ hello: { send: [[1, { type: 'welcome' }]] }, message: { send: [[1, { type: 'news' }]], save: [saved] } })
  await made.hello(1, '0ABC', {})
  await made.hear(1, { type: 'play' })
  expect(happened).toEqual(['1: welcome', 'kept 0ABC', '1: news'])
})

test.each([
  ['QuotaExceededError', 'full'],
  ['SecurityError', 'not_kept'],
])('a disk that refuses (%s) is told once, and the game goes on', async (name, note) => {
  const store = { keep: () => Promise.reject(Object.assign(new Error(), { name })), find: () => Promise.resolve(saved) }
  const { made, happened, asked } = house(
    { message: { send: [[1, { type: 'news' }]], save: [saved] }, note: { send: [[1, { type: 'people' }]] } },
    { store },
  )
  await made.hello(1, '0ABC', {})
  await made.hear(1, { type: 'play' })
  await made.hear(1, { type: 'play' })
  expect(happened).toEqual(['1: news', '1: people', '1: news'])
  expect(asked.filter((one) => one.ask === 'note').map((one) => one.note)).toEqual([note])
})

test('a game that another tab plays is left alone', async () => {
  const { made, happened, asked } = house({}, { lock: () => Promise.resolve(null) })
  await made.hello(1, '0ABC', {})
  await made.hear(1, { type: 'play' })
  expect(happened).toEqual(['1: goodbye'])
  expect(asked).toEqual([])
})

test('whoever leaves last gives the table back', async () => {
  const { made, happened } = house({})
  await made.hello(1, '0ABC', {})
  await made.hello(2, '0ABC', {})
  await made.goodbye(1)
  expect(happened).toEqual([])
  await made.goodbye(2)
  expect(happened).toEqual(['unlocked'])
})
