import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { newShare, promise } from '@/fair/construction'
import { lastStart, Sharing, withReceipt } from '@/fair/sharing'
import type { FairPart, GameRecord } from '@/protocol/types'

const vectors = JSON.parse(readFileSync('../conformance/fair/vectors.json', 'utf8')) as FairPart

test('a promise is the one of Python', () => {
  const { promises, shares } = vectors
  expect(shares.map((share) => share && promise(share)).filter(Boolean)).toEqual([promises[0], promises[2]])
})

test('shares are long and never the same', () => {
  expect(newShare()).toMatch(/^[0-9a-f]{64}$/)
  expect(newShare()).not.toBe(newShare())
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
      rendered: { compared: 0, differs: null },
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
