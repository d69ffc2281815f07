import { expect, test, vi } from 'vitest'
import { House, listed, type Surroundings } from '@/offline/house'
import type { Answer, Python } from '@/offline/python'
import type { Saved } from '@/offline/store'
import { table } from '../fakes'

const saved: Saved = { code: '0ABC', game: 'any', mine: [] }
const NOTHING: Answer = { result: null, error: null, send: [], save: [], next: null }

const DISK: Surroundings['store'] = {
  keep: () => Promise.resolve(),
  find: () => Promise.resolve(saved),
}

/** A house whose Python answers from a list, and what happens around it, in order. */
function house(answers: Record<string, Partial<Answer>>, around: Partial<Surroundings> = {}) {
  const happened: string[] = []
  const asked: Record<string, unknown>[] = []
  const python = {
    game: (id: string) => (id === 'any' ? Promise.resolve() : Promise.reject(new Error(`no ${id}`))),
    lacks: (id: string) => Promise.resolve(id === 'gone'),
    ask: <T>(question: object) => {
      const { ask } = question as { ask: string }
      asked.push({ ...question })
      return { ...NOTHING, ...answers[ask], send: [...(answers[ask]?.send ?? [])] } as Answer<T>
    },
  } as unknown as Python
  const made = new House({
    python: () => Promise.resolve(python),
    thinker: () => Promise.resolve(null),
    store: {
      ...DISK,
      keep: async (one) => {
        await Promise.resolve()
        happened.push(`kept ${one.code}`)
      },
    },
    lock: () => Promise.resolve(() => happened.push('unlocked')),
    send: (listener, message) => happened.push(`${listener}: ${(message as { type: string }).type}`),
    ...around,
  })
  return { made, happened, asked }
}

test('who leaves a table while it is read leaves it to other windows', async () => {
  const { made, happened, asked } = house({})
  const coming = made.hello(1, '0ABC', {})
  await made.goodbye(1)
  await coming
  expect(happened).toEqual(['unlocked'])
  expect(asked.map(({ ask }) => ask)).not.toContain('hello')
  // Somebody else at this device stays.
  const both = [made.hello(2, '0ABC', {}), made.hello(3, '0ABC', {})]
  await made.goodbye(2)
  await Promise.all(both)
  expect(happened).toEqual(['unlocked'])
  await made.hello(2, '0ABC', {})
  await Promise.all([made.goodbye(2), made.goodbye(3)])
  expect(happened).toEqual(['unlocked', 'unlocked'])
  expect(asked.at(-1)).toMatchObject({ ask: 'close' })
})

test('what changed is on the disk before anybody is told', async () => {
  const { made, happened } = house({
    hello: { send: [[1, { type: 'welcome' }]] },
    message: { send: [[1, { type: 'news' }]], save: [saved] },
  })
  await made.hello(1, '0ABC', {})
  await made.hear(1, { type: 'play' })
  expect(happened).toEqual(['1: welcome', 'kept 0ABC', '1: news'])
})

test.each([
  ['QuotaExceededError', 'full'],
  ['SecurityError', 'not_kept'],
])(
  'a disk that refuses (%s) is told once, the game goes on, and it is told when there is room again',
  async (name, note) => {
    let refuses = true
    const store = {
      ...DISK,
      keep: () => (refuses ? Promise.reject(Object.assign(new Error(), { name })) : Promise.resolve()),
    }
    const { made, happened, asked } = house(
      { message: { send: [[1, { type: 'news' }]], save: [saved] }, note: { send: [[1, { type: 'people' }]] } },
      { store },
    )
    await made.hello(1, '0ABC', {})
    await made.hear(1, { type: 'play' })
    await made.hear(1, { type: 'play' })
    expect(happened).toEqual(['1: news', '1: people', '1: news'])
    // Who comes back to it hears it again.
    await made.goodbye(1)
    await made.hello(1, '0ABC', {})
    expect(asked.slice(-2)).toMatchObject([{ ask: 'note', note }, { ask: 'hello' }])
    happened.length = 0
    refuses = false
    await made.hear(1, { type: 'play' })
    await made.hear(1, { type: 'play' })
    expect(happened).toEqual(['1: news', '1: people', '1: news'])
    expect(asked.filter((one) => one.ask === 'note').map((one) => one.note)).toEqual([note, note, null])
  },
)

test('every seat at this device hears what is meant for it, and nothing else', async () => {
  const { made, happened } = house({
    message: {
      send: [
        [1, { type: 'first' }],
        [2, { type: 'second' }],
      ],
    },
  })
  await made.hello(1, '0ABC', {})
  await made.hello(2, '0ABC', {})
  await made.hear(2, { type: 'play' })
  expect(happened).toEqual(['1: first', '2: second'])
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

const next = { think: { seat: 1, since: 0, seconds: 1 }, wake: null }

test.each([
  ['fails', () => Promise.resolve({ decide: () => Promise.reject(new WebAssembly.RuntimeError('unreachable')) })],
  ['cannot be had', () => Promise.reject(new Error('no rules'))],
] as [string, Surroundings['thinker']][])(
  'where compiled code %s, the bot plays by rules of thumb',
  async (_, thinker) => {
    const { made, asked } = house(
      { hello: { next }, think: { result: { action: 7, known: '00', actions: [7, 8] } } },
      { thinker },
    )
    await made.hello(1, '0ABC', {})
    await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ ask: 'decide', seat: 1, since: 0, action: 7 }))
  },
)

test('a room is woken when it wants to be, and not after everybody has gone', async () => {
  const { made, asked } = house({ hello: { next: { think: null, wake: 0 } } })
  await made.hello(1, '0ABC', {})
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ ask: 'woken' }))
  await made.hello(1, '0ABC', {})
  await made.goodbye(1)
  const before = asked.length
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(asked.length).toBe(before)
})

test('a game that cannot be read is given back, and says so every time', async () => {
  const error = { status: 404, code: 'bad_save', text: { de: '', en: 'spoilt' } }
  const { made, happened } = house({ open: { error } })
  for (const listener of [1, 2]) await expect(made.hello(listener, '0ABC', {})).rejects.toThrow('spoilt')
  expect(happened).toEqual(['unlocked', 'unlocked'])
})

test('a game that somebody only looks at does not stay in Python', async () => {
  const { made, asked } = house({})
  await made.replay('0ABC', { seat: 0, lang: 'en', after: null, token: 'a' })
  expect(asked.map((one) => one.ask)).toEqual(['open', 'replay', 'close'])
  await made.hello(1, '0ABC', {})
  await made.record('0ABC')
  expect(asked.slice(3).map((one) => one.ask)).toEqual(['open', 'hello', 'record'])
})

test('a disk that cannot be read is told from a game that is not there', async () => {
  const shut = house({}, { store: { ...DISK, find: () => Promise.reject(new DOMException('', 'SecurityError')) } })
  await expect(shut.made.info('0ABC')).rejects.toMatchObject({ error: { code: 'no_storage' } })
  const empty = house({}, { store: { ...DISK, find: () => Promise.resolve(undefined) } })
  await expect(empty.made.info('0ABC')).rejects.toMatchObject({ error: { code: 'no_table' } })
})

test('a spoilt game is left out of the list, and the others are in it', () => {
  const sound = { token: 'a', seat: 0, your_turn: true, table: { ...table(), code: '0ABC' } }
  const wrong = [
    undefined,
    7,
    'x',
    {},
    [null],
    [{}],
    [{ token: 'a', table: null }],
    [{ ...sound, table: { ...sound.table, touched: 'x' } }],
    [{ ...sound, table: { ...sound.table, seats: null } }],
    [{ ...sound, table: { ...sound.table, seats: [null] } }],
    [{ ...sound, table: { ...sound.table, game: 5 } }],
  ]
  const all = [...wrong.map((mine) => ({ ...saved, mine })), { ...saved, mine: [sound] }] as Saved[]
  expect(listed(all, ['b', 'a'])).toEqual([{ ...sound, token: 1 }])
})

test.each([[{ history: [null] }], [{ history: 5 }], [null], [undefined], ['x']])(
  'Python judges what was kept, whatever it is: %j',
  async (record) => {
    const store = {
      ...DISK,
      find: () => Promise.resolve({ ...saved, version: 1, mine: 5, record } as unknown as Saved),
    }
    const error = { status: 404, code: 'bad_save', text: { de: '', en: 'spoilt' } }
    const { made } = house({ open: { error } }, { store })
    await expect(made.hello(1, '0ABC', {})).rejects.toThrow('spoilt')
    await expect(made.info('0ABC')).rejects.toThrow('spoilt')
  },
)

test.each([[undefined], [5], [{}]])('Python judges what is no game at all, too: %j', async (game) => {
  const store = { ...DISK, find: () => Promise.resolve({ ...saved, game } as unknown as Saved) }
  const { made } = house(
    { open: { error: { status: 404, code: 'bad_save', text: { de: '', en: 'spoilt' } } } },
    { store },
  )
  await expect(made.info('0ABC')).rejects.toThrow('spoilt')
})

test.each([[{ game: 'any' }], [{ game: 7 }], [null]])('Python checks a game from anywhere: %j', async (record) => {
  const result = { de: {}, en: {} }
  const { made, asked } = house({ check: { result } })
  expect(await made.check(record, true)).toEqual(result)
  expect(asked).toEqual([{ ask: 'check', record, signatures: null, promised: true }])
})

test('a kept game that the page does not know is told from one whose rules did not load', async () => {
  const kept = (game: string): Surroundings['store'] => ({ ...DISK, find: () => Promise.resolve({ ...saved, game }) })
  const { made } = house({}, { store: kept('gone') })
  await expect(made.hello(1, '0ABC', {})).rejects.toMatchObject({ error: { code: 'no_rules' } })
  await expect(made.check({ game: 'gone' }, false)).rejects.toMatchObject({ error: { code: 'no_rules' } })
  await expect(house({}, { store: kept('slow') }).made.hello(1, '0ABC', {})).rejects.toThrow('no slow')
})
