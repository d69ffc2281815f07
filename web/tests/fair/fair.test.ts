import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { check, checkAll, choices, verdict, type FairPart, type Kind, type Receipt, type Saved } from '@/fair/check'
import { commitment, key, newShare, outcome, promise } from '@/fair/construction'
import { Dealer } from '@/fair/stacks'
import { heads } from '@/fair/heads'
import { lastStart, Sharing, withReceipt } from '@/fair/sharing'
import type { Redealt } from '@/offline/house'
import type { GameRecord } from '@/protocol/types'

const vectors = JSON.parse(readFileSync('../conformance/fair/vectors.json', 'utf8')) as FairPart & {
  game: string
  key: string
  outcomes: { name: string; n: number; index: number }[]
  deals: { stacks: number; two_sided: boolean; draws: [number, number, number][] }[]
}
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex')

test('the construction gives the same as in Python', () => {
  const { secret, table, game, promises, shares } = vectors
  expect(commitment(table, secret)).toBe(vectors.commitment)
  expect(shares.map((share) => share && promise(share)).filter(Boolean)).toEqual([promises[0], promises[2]])
  const made = key(secret, table, game, promises, shares)
  expect(hex(made)).toBe(vectors.key)
  for (const { name, n, index } of vectors.outcomes) expect(outcome(made, name, n)).toBe(index)
  for (const { stacks, two_sided, draws } of vectors.deals) {
    const dealer = new Dealer(made, 0, stacks - 1, two_sided)
    for (const [n, index, stack] of draws) expect(dealer.draw(n, stack)).toBe(index)
  }
})

test('shares are long and never the same', () => {
  expect(newShare()).toMatch(/^[0-9a-f]{64}$/)
  expect(newShare()).not.toBe(newShare())
})

type Checked = Saved & { fair: FairPart; receipt: Receipt }
const { record: honest, cases } = JSON.parse(readFileSync('../conformance/fair/verdicts.json', 'utf8')) as {
  record: Checked
  cases: {
    name: string
    set: Record<string, unknown>
    drop: string[]
    verdict: Kind
    codes: string[]
    rules: string[]
  }[]
}

function changed(set: Record<string, unknown>, drop: string[]): Checked {
  const record = structuredClone(honest)
  const at = (path: string[]): Record<string, unknown> =>
    path.reduce((part, name) => part[name] as Record<string, unknown>, record as unknown as Record<string, unknown>)
  for (const [path, value] of Object.entries(set))
    at(path.split('.').slice(0, -1))[path.split('.').at(-1) ?? ''] = value
  for (const path of drop) delete at(path.split('.').slice(0, -1))[path.split('.').at(-1) ?? '']
  return record
}

function judged(record: Saved): [Kind, string[]] {
  const found = check(record)
  return [
    verdict(found),
    found.flatMap(({ kind, code }) => (kind === 'good' ? [] : [`${kind} ${code.replace('bad_', '')}`])),
  ]
}

// tests/unit/engine/test_verify.py reads the same file. `rules`: what is found only by playing the game again
// (tests/offline/test_redealt.py).
test.each(cases)('$name: the same verdict as tischlein verify', ({ set, drop, verdict, codes, rules }) => {
  const seen = codes.filter((code) => !rules.includes(code))
  expect(judged(changed(set, drop))).toEqual([seen.length || !rules.length ? verdict : 'good', seen])
})

// What the worker answers: it is asked in earnest in tests/offline/test_page_python.py and tests/browser/test_fair.py.
const full = { entries: honest.history.length, all: true, events: [{ seq: 1 }], options: true }
const seen: Checked = { ...honest, receipt: { ...honest.receipt, told: [heads(full.events)] } }
test.each([
  [full, 'good', []],
  [{ ...full, entries: 7, all: false, events: [] }, 'bad', ['bad bad_deal']],
  [{ ...full, all: false, events: [] }, 'bad', ['bad list']],
  [{ ...full, events: [{ seq: 2 }] }, 'bad', ['bad shown']],
  [{ ...full, events: [...full.events, { seq: 2 }] }, 'bad', ['bad shown']],
  [{ ...full, options: false }, 'bad', ['bad options']],
  [null, 'unable', ['unable version']],
  [new Error('not loaded'), 'note', ['note no_rules']],
])('the rules answer %j', async (dealt, kind, codes) => {
  const asked: unknown[] = []
  const again = (...given: unknown[]): Promise<Redealt | null> => {
    asked.push(given)
    return dealt instanceof Error ? Promise.reject(dealt) : Promise.resolve(dealt)
  }
  const found = await checkAll(seen, again)
  expect([verdict(found), found.flatMap(({ kind, code }) => (kind === 'good' ? [] : [`${kind} ${code}`]))]).toEqual([
    kind,
    codes,
  ])
  const { receipt, ...record } = seen
  expect(asked).toEqual([[record, receipt.seat, receipt.options]])
  // Only then was the seat shown the same as everybody.
  expect(found.some(({ code }) => code === 'receipt')).toBe(kind === 'good')
})

test.each([
  ['damaged', { 'fair.first': -1 }, []],
  ['kept_back', {}, ['fair']],
])('what cannot be read is not played again: %s', async (code, set, drop) => {
  const found = await checkAll(changed(set, drop), () => Promise.reject(new Error('never')))
  expect(found.map(({ kind, code }) => [kind, code])).toEqual([['unable', code]])
})

test('without a share of its own nothing is said of one', () => {
  const found = check({ ...honest, receipt: { ...honest.receipt, share: null } })
  expect(found.map(({ code }) => code)).toEqual(['commitment', 'shares', 'numbers', 'not_mine'])
})

test('bots alone add no share', () => {
  const none = honest.fair.promises.map(() => null)
  const { receipt: _, ...record } = honest
  const found = check({ ...record, fair: { ...honest.fair, promises: none, shares: none, draws: [] } })
  expect([verdict(found), found.map(({ code }) => code)]).toEqual(['note', ['commitment', 'server_alone', 'numbers']])
})

test('seven who withhold their shares choose among 128 deals, and each start counts', () => {
  const hex = 'ab'.repeat(32)
  const none = Array.from({ length: 7 }, () => null)
  const promises = [honest.fair.promises[0] ?? null, ...none.map(() => hex)]
  const shares = [honest.fair.shares[0] ?? null, ...none]
  const chosen = (starts: number): number =>
    choices(
      check({
        ...honest,
        seats: 8,
        fair: { ...honest.fair, promises, shares },
        receipt: { ...honest.receipt, promises, starts },
      }),
    )
  expect([chosen(1), chosen(3)]).toEqual([128, 384])
  expect(choices(check(honest))).toBe(1)
})

// Sharing

type Sent = { type: 'share'; promise: string } | { type: 'reveal'; share: string }
let sent: Sent[]
let sharing: Sharing

const OPTIONS = { starter: 'lot' }
const RECORD = { game: 'lobo77' } as GameRecord

function lobby(
  promises: (string | null)[],
  commitment = 'c0',
): { state: string; options: typeof OPTIONS; fair: { commitment: string; promises: (string | null)[] } } {
  return { state: 'lobby', options: OPTIONS, fair: { commitment, promises } }
}

beforeEach(() => {
  localStorage.clear()
  sent = []
  sharing = new Sharing('ABC234', 'ada', (message) => sent.push(message))
})

function promised(): string {
  const last = sent.findLast((message) => message.type === 'share')
  if (!last) throw new Error('nothing was promised')
  return last.promise
}

test('a seat promises once, and again when the server has forgotten', () => {
  sharing.meet(lobby([null, null]), 0)
  sharing.meet(lobby([null, null]), 0) // said before the server had heard of the promise
  expect(sent).toHaveLength(1)
  sharing.meet(lobby([promised(), null]), 0)
  sharing.meet(lobby(['of another window', null]), 0)
  expect(sent).toHaveLength(1)
  const first = promised()
  sharing.meet(lobby([null, null]), 0)
  expect(sent).toHaveLength(2)
  expect(promised()).not.toBe(first)
})

test('a promise that was lost with its connection is made again', () => {
  sharing.meet(lobby([null]), 0)
  sharing.restart()
  sharing.meet(lobby([null]), 0)
  expect(sent).toHaveLength(2)
})

test('nobody else promises', () => {
  sharing.meet(lobby([null]), null)
  sharing.meet({ ...lobby([null]), state: 'playing' }, 0)
  sharing.meet({ state: 'lobby', fair: null }, 0)
  sharing.reveal(null, 'c0', [null])
  expect(sent).toEqual([])
})

const revealed = (): string[] => sent.flatMap((message) => (message.type === 'reveal' ? [message.share] : []))

test('the share is revealed when the promise is on the list, and kept', () => {
  sharing.meet(lobby([null, null]), 0)
  sharing.reveal(1, 'c0', [null, promised()])
  const [share] = revealed()
  expect(promise(share ?? '')).toBe(promised())
  expect(lastStart('ABC234', 'ben')).toBeNull()
  expect(lastStart('XYZ234', 'ada')).toBeNull()
  expect(withReceipt(RECORD, 'ABC234', 'ada', [['a head']])).toEqual({
    game: 'lobo77',
    receipt: {
      seat: 1,
      commitment: 'c0',
      promises: [null, promised()],
      share,
      options: OPTIONS,
      starts: 1,
      told: [['a head']],
    },
  })
  expect(withReceipt(RECORD, 'XYZ234', 'ada', [])).toEqual(RECORD)
})

test.each([
  ['without its own promise', 'c0', [null]],
  ['for another secret', 'c1', null],
])('nothing is revealed %s, and that is kept too', (_, commitment, promises) => {
  sharing.meet(lobby([null]), 0)
  sharing.reveal(0, commitment, promises ?? [promised()])
  expect(revealed()).toEqual([])
  expect(lastStart('ABC234', 'ada')).toMatchObject({ start: { commitment: 'c0', share: null }, starts: 1 })
})

test('a share is revealed for one list only; for that one again, when the line broke', () => {
  sharing.meet(lobby([null]), 0)
  sharing.reveal(0, 'c0', [promised(), null])
  sharing.reveal(0, 'c0', [promised(), 'somebody else'])
  expect(revealed()).toHaveLength(1)
  expect(lastStart('ABC234', 'ada')).toMatchObject({ start: { share: null }, starts: 2 })
})

test('for the same list it is said again', () => {
  sharing.meet(lobby([null]), 0)
  sharing.reveal(0, 'c0', [promised()])
  sharing.reveal(0, 'c0', [promised()])
  expect(new Set(revealed()).size).toBe(1)
  expect(revealed()).toHaveLength(2)
  expect(lastStart('ABC234', 'ada')?.starts).toBe(1)
})

test('a start that came to nothing is remembered', () => {
  for (let k = 0; k < 2; k++) {
    sharing.meet(lobby([null]), 0)
    sharing.meet(lobby([promised()]), 0)
    sharing.reveal(0, 'c0', [promised()])
  }
  expect(withReceipt(RECORD, 'ABC234', 'ada', [])).toMatchObject({ receipt: { starts: 2 } })
})

test('to be sent away and to sit down again does not reset the count', () => {
  sharing.meet(lobby([null]), 0)
  sharing.reveal(0, 'c0', [promised()])
  const again = new Sharing('ABC234', 'another token', (message) => sent.push(message))
  again.meet(lobby([null, null]), 1)
  again.reveal(1, 'c0', [null, promised()])
  expect(lastStart('ABC234', 'another token')).toMatchObject({ start: { seat: 1 }, starts: 2 })
})

test('people at one device start a table once', () => {
  const ben = new Sharing('ABC234', 'ben', (message) => sent.push(message))
  sharing.meet(lobby([null, null]), 0)
  const first = promised()
  ben.meet(lobby([first, null]), 1)
  for (const one of [sharing, ben]) one.reveal(one === ben ? 1 : 0, 'c0', [first, promised()])
  expect(lastStart('ABC234', 'ben')).toMatchObject({ start: { seat: 1 }, starts: 1 })
})

test.each([['first'], ['second']])('two windows of a seat keep one start: the %s hears first', (faster) => {
  const other = new Sharing('ABC234', 'ada', () => undefined)
  sharing.meet(lobby([null]), 0)
  for (const window of [sharing, other]) window.meet(lobby([promised()]), 0)
  for (const window of faster === 'first' ? [sharing, other] : [other, sharing]) window.reveal(0, 'c0', [promised()])
  expect(lastStart('ABC234', 'ada')).toMatchObject({ start: { share: revealed()[0] }, starts: 1 })
})
