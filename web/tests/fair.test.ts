import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { check, type FairPart, type Receipt } from '@/fair/check'
import { commitment, key, newShare, outcome, promise } from '@/fair/construction'
import { hmac, sha256 } from '@/fair/sha256'
import { receipts, Sharing, withReceipt } from '@/fair/sharing'

const vectors = JSON.parse(readFileSync('../conformance/fair/vectors.json', 'utf8')) as FairPart & {
  game: string
  key: string
  outcomes: { number: number; n: number; index: number }[]
}
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex')

test('SHA-256 of every length up to three blocks', () => {
  for (let length = 0; length <= 192; length++) {
    const data = randomBytes(length)
    expect(hex(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'))
  }
})

test('HMAC with short and long keys', () => {
  for (const length of [0, 1, 32, 63, 64, 65, 200]) {
    const [own, data] = [randomBytes(length), randomBytes(77)]
    expect(hex(hmac(own, data))).toBe(createHmac('sha256', own).update(data).digest('hex'))
  }
})

test('the construction gives the same as in Python', () => {
  const { secret, table, game, promises, shares } = vectors
  expect(commitment(table, secret)).toBe(vectors.commitment)
  expect(shares.map((share) => share && promise(share)).filter(Boolean)).toEqual([promises[0], promises[2]])
  const made = key(secret, table, game, promises, shares)
  expect(hex(made)).toBe(vectors.key)
  for (const { number, n, index } of vectors.outcomes) expect(outcome(made, number, n)).toBe(index)
})

test('shares are long and never the same', () => {
  expect(newShare()).toMatch(/^[0-9a-f]{64}$/)
  expect(newShare()).not.toBe(newShare())
})

function dealt(change: (fair: FairPart, receipt: Receipt) => void = () => undefined): string[] {
  const { secret, table, promises, shares } = vectors
  const made = key(secret, table, 'lobo77', promises, shares)
  const draws = Array.from({ length: 40 }, (_, k): [number, number] => [56 - k, outcome(made, k, 56 - k)])
  const fair: FairPart = { construction: 1, table, commitment: vectors.commitment, secret, promises: [...promises], shares: [...shares], first: 0, draws }
  const receipt: Receipt = { seat: 0, commitment: fair.commitment, promises: [...promises], share: shares[0] ?? null }
  change(fair, receipt)
  return check('lobo77', fair, [receipt]).map(({ kind, code }) => `${kind} ${code}`)
}

test('an honest deal', () => {
  expect(dealt()).toEqual(['good commitment', 'note withheld', 'good shares', 'good numbers', 'good receipt'])
})

test('whatever a server changes is found', () => {
  expect(dealt((fair) => (fair.secret = '00'.repeat(32)))).toContain('bad bad_commitment')
  expect(dealt((fair) => (fair.secret = '00'.repeat(32)))).toContain('bad bad_number')
  expect(dealt((fair) => (fair.draws[7] = [49, ((fair.draws[7]?.[1] ?? 0) + 1) % 49]))).toContain('bad bad_number')
  expect(dealt((fair) => (fair.shares[2] = '77'.repeat(32)))).toContain('bad bad_share')
  expect(dealt((fair) => (fair.shares[0] = null))).toContain('bad dropped')
  expect(dealt((_, receipt) => (receipt.commitment = '00'.repeat(32)))).toContain('bad swapped')
  expect(dealt((_, receipt) => (receipt.promises[1] = '00'.repeat(32)))).toContain('bad promises')
  expect(dealt((_, receipt) => (receipt.share = null))).toContain('note not_mine')
  expect(dealt((fair) => (fair.construction = 2))).toEqual(['bad unknown'])
})

test('without anything kept it says so', () => {
  const fair: FairPart = { construction: 1, ...pick(), first: 0, draws: [] }
  expect(check('lobo77', fair, []).at(-1)).toMatchObject({ kind: 'note', code: 'no_receipt' })
  const alone = { ...fair, promises: [null, null], shares: [null, null] }
  expect(check('lobo77', alone, []).map((finding) => finding.code)).toContain('server_alone')
})

function pick(): Pick<FairPart, 'table' | 'secret' | 'commitment' | 'promises' | 'shares'> {
  const { table, secret, promises, shares } = vectors
  return { table, secret, commitment: vectors.commitment, promises, shares }
}

// Sharing

type Sent = { type: 'share'; promise: string } | { type: 'reveal'; share: string }
let sent: Sent[]
let sharing: Sharing

function lobby(promises: (string | null)[], commitment = 'c0'): { state: string; fair: { commitment: string; promises: (string | null)[] } } {
  return { state: 'lobby', fair: { commitment, promises } }
}

beforeEach(() => {
  localStorage.clear()
  sent = []
  sharing = new Sharing('ABC234', (message) => sent.push(message))
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
  expect(receipts('ABC234', 1)).toMatchObject([{ seat: 1, commitment: 'c0', promises: [null, promised()], share }])
  expect(receipts('ABC234', 0)).toEqual([])
  expect(receipts('XYZ234', 1)).toEqual([])
  expect(withReceipt({ game: 'lobo77' }, 'ABC234', 1, [7])).toEqual({
    game: 'lobo77',
    receipt: { seat: 1, commitment: 'c0', promises: [null, promised()], share, events: [7] },
  })
  expect(withReceipt({ game: 'lobo77' }, 'ABC234', 0, [])).toEqual({ game: 'lobo77' })
})

test.each([
  ['without its own promise', 'c0', [null]],
  ['for another secret', 'c1', null],
])('nothing is revealed %s, and that is kept too', (_, commitment, promises) => {
  sharing.meet(lobby([null]), 0)
  sharing.reveal(0, commitment, promises ?? [promised()])
  expect(revealed()).toEqual([])
  expect(receipts('ABC234', 0)).toMatchObject([{ commitment: 'c0', share: null }])
})

test('a share is revealed for one list only; for that one again, when the line broke', () => {
  sharing.meet(lobby([null]), 0)
  sharing.reveal(0, 'c0', [promised(), null])
  sharing.reveal(0, 'c0', [promised(), 'somebody else'])
  expect(revealed()).toHaveLength(1)
  expect(receipts('ABC234', 0).map((kept) => kept.share !== null)).toEqual([true, false])
})

test('for the same list it is said again', () => {
  sharing.meet(lobby([null]), 0)
  sharing.reveal(0, 'c0', [promised()])
  sharing.reveal(0, 'c0', [promised()])
  expect(new Set(revealed()).size).toBe(1)
  expect(revealed()).toHaveLength(2)
  expect(receipts('ABC234', 0)).toHaveLength(1)
})

test('a start that came to nothing is remembered', () => {
  for (let k = 0; k < 2; k++) {
    sharing.meet(lobby([null]), 0)
    sharing.meet(lobby([promised()]), 0)
    sharing.reveal(0, 'c0', [promised()])
  }
  expect(receipts('ABC234', 0)).toHaveLength(2)
})
