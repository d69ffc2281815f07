import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { rememberPin } from '@/device/storage'
import { heads } from '@/fair/heads'
import { Told } from '@/fair/told'

const vectors = JSON.parse(readFileSync('../conformance/fair/heads.json', 'utf8')) as Record<
  string,
  { events: { seq: number; text: string }[]; heads: string[] }
>

// tests/room/test_heads.py reads the same file.
test.each(Object.entries(vectors))('the heads of %s are those of Python', (_, { events, heads: expected }) => {
  expect(heads(events)).toEqual(expected)
  expect(heads(events.slice(2), expected[1])).toEqual(expected.slice(2))
  expect(heads(events.map((event) => ({ ...event, text: 'in any language' })))).toEqual(expected)
})

type Event = { seq: number; card: string }
const cards = (...names: string[]): Event[] => names.map((card, place) => ({ seq: place + 1, card }))
const TRUE = cards('7', '10', '3', '5')
const FALSE = cards('7', '76', '3', '5')

/** A message with the events after the first `since`, and the head that the server says. */
function message(events: Event[], since = 0, head = heads(events).at(-1) ?? null): Parameters<Told['hear']>[0] {
  return { events: events.slice(since), told: events.length, head, signature: null }
}

let told: Told
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  told = new Told('ABC234', 'ada')
})

test('what is told bit by bit is one telling', () => {
  expect(told.hear(message([]))).toBe(false)
  expect(told.hear(message(TRUE.slice(0, 2)))).toBe(false)
  expect(told.hear(message(TRUE.slice(0, 2), 2))).toBe(false) // another clock
  expect(told.hear(message(TRUE, 2))).toBe(false)
  expect(told.hear(message(TRUE))).toBe(false) // in another language
  expect([told.tellings, told.differs]).toEqual([[heads(TRUE)], null])
})

test.each([['in the same page'], ['after a reload']])('false cards are remembered, %s', (where) => {
  told.hear(message(FALSE.slice(0, 3)))
  if (where === 'after a reload') told = new Told('ABC234', 'ada')
  told.hear(message(TRUE))
  expect(told.tellings).toEqual([heads(FALSE.slice(0, 3)), heads(TRUE)])
  expect(told.differs).toBe(2)
  // Not even when the server goes back to them, or after another reload.
  told.hear(message(FALSE))
  expect(told.tellings).toEqual([heads(TRUE), heads(FALSE)])
  told = new Told('ABC234', 'ada')
  told.hear(message(TRUE))
  expect(told.tellings).toEqual([heads(FALSE), heads(TRUE)])
})

test('a shorter past is remembered', () => {
  told.hear(message(TRUE))
  told = new Told('ABC234', 'ada')
  told.hear(message(TRUE.slice(0, 2)))
  expect(told.tellings).toEqual([heads(TRUE), heads(TRUE.slice(0, 2))])
})

test('a past that is another one on the server is asked for with the next message', () => {
  const rewritten = [...FALSE, { seq: 5, card: '9' }]
  told.hear(message(TRUE))
  expect(told.hear(message(rewritten, 4))).toBe(true)
  expect(told.hear(message(rewritten))).toBe(false)
  expect(told.tellings.at(-1)).toEqual(heads(rewritten))
  expect(told.differs).toBe(2)
})

test('a server that never tells everything is not asked without end', () => {
  told.hear(message(TRUE))
  const rewritten = message([...FALSE, { seq: 5, card: '9' }], 4)
  expect([1, 2, 3].map(() => told.hear(rewritten))).toEqual([true, false, false])
})

test('a head that is not the one of what was told counts as told', () => {
  expect(told.hear(message(TRUE, 0, 'ab'.repeat(16)))).toBe(false) // to tell it again brings nothing new
  expect(told.tellings).toEqual([[...heads(TRUE).slice(0, 3), 'ab'.repeat(16)], heads(TRUE)])
})

test('a server that says no head is compared all the same', () => {
  told.hear({ ...message(FALSE), head: null })
  told.hear({ ...message(TRUE), head: null })
  expect(told.differs).toBe(2)
})

test('two windows of a seat keep one telling, and people at one device have their own', () => {
  const other = new Told('ABC234', 'ada')
  told.hear(message(TRUE.slice(0, 2)))
  other.hear(message(TRUE))
  told.hear(message(TRUE, 2))
  expect(told.tellings).toEqual([heads(TRUE)])
  const ben = new Told('ABC234', 'ben')
  ben.hear(message(FALSE))
  expect([ben.tellings, told.tellings]).toEqual([[heads(FALSE)], [heads(TRUE)]])
})

test('another device knows by the link what was told before', () => {
  told.hear(message(FALSE.slice(0, 3)))
  expect(told.pin).toBe(`~3~${heads(FALSE)[2]}`)
  localStorage.clear()
  rememberPin('ABC234', told.pin.slice(1))
  const other = new Told('ABC234', 'ada')
  other.hear(message(TRUE))
  expect([other.tellings.length, other.differs]).toEqual([2, 3])
  localStorage.clear()
  const honest = new Told('ABC234', 'ada')
  honest.hear(message(FALSE))
  expect(honest.tellings).toEqual([heads(FALSE)])
  rememberPin('ABC234', '7~spoilt')
  expect(new Told('ABC234', 'ben').tellings).toEqual([[]])
})

test('only the last tables are remembered', () => {
  for (let k = 0; k < 70; k++) new Told(`TABLE${k}`, 'ada').hear(message(TRUE))
  expect(Object.keys(localStorage).length).toBeLessThanOrEqual(60)
})

test('what was spoilt on the device breaks nothing', () => {
  for (const spoilt of ['7', 'null', '{"tellings":7}', '{"tellings":{"x":7}}', '[]']) {
    localStorage.setItem('tischlein.told.ABC234', spoilt)
    told = new Told('ABC234', 'ada')
    told.hear(message(TRUE))
    expect(told.tellings).toEqual([heads(TRUE)])
  }
})
