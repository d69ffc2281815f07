import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { rememberPin } from '@/device/storage'
import type { Facts } from '@/protocol/types'
import { Told } from '@/fair/told'
import { heads, headsOf, message } from './facts'

const vectors = JSON.parse(readFileSync('../conformance/fair/heads.json', 'utf8')) as Record<
  string,
  { observer: number; facts: Facts; heads: string[] }
>

// tests/room/test_chain.py reads the same file.
test.each(Object.entries(vectors))('the heads of %s are those of Python', (_, { observer, facts, heads: expected }) => {
  expect(headsOf(facts, observer)).toEqual(expected)
})

const TRUE = ['7', '10', '3', '5']
const FALSE = ['7', '76', '3', '5']
/** Whether everything has to be asked for again. */
const again = (one: Told, what: Parameters<Told['hear']>[0]): boolean => one.hear(what, 0) === null

let told: Told
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  told = new Told('ABC234', 'ada')
})

test('what is told bit by bit is one telling', () => {
  expect(again(told, message([]))).toBe(false)
  expect(again(told, message(TRUE.slice(0, 2)))).toBe(false)
  expect(again(told, message(TRUE.slice(0, 2), 2))).toBe(false) // another clock
  expect(again(told, message(TRUE, 2))).toBe(false)
  expect(again(told, message(TRUE))).toBe(false) // in another language
  expect([told.tellings, told.differs]).toEqual([[heads(TRUE)], null])
})

test.each([['in the same page'], ['after a reload']])('false cards are remembered, %s', (where) => {
  told.hear(message(FALSE.slice(0, 3)), 0)
  if (where === 'after a reload') told = new Told('ABC234', 'ada')
  told.hear(message(TRUE), 0)
  expect(told.tellings).toEqual([heads(FALSE.slice(0, 3)), heads(TRUE)])
  expect(told.differs).toBe(2)
  // Not even when the server goes back to them, or after another reload.
  told.hear(message(FALSE), 0)
  expect(told.tellings).toEqual([heads(TRUE), heads(FALSE)])
  told = new Told('ABC234', 'ada')
  told.hear(message(TRUE), 0)
  expect(told.tellings).toEqual([heads(FALSE), heads(TRUE)])
})

test('a shorter past is remembered', () => {
  told.hear(message(TRUE), 0)
  told = new Told('ABC234', 'ada')
  told.hear(message(TRUE.slice(0, 2)), 0)
  expect(told.tellings).toEqual([heads(TRUE), heads(TRUE.slice(0, 2))])
})

test('a past that is another one on the server is asked for with the next message', () => {
  const rewritten = [...FALSE, '9']
  told.hear(message(TRUE), 0)
  expect(again(told, message(rewritten, 4))).toBe(true)
  expect(again(told, message(rewritten))).toBe(false)
  expect(told.tellings.at(-1)).toEqual(heads(rewritten))
  expect(told.differs).toBe(2)
})

test('a server that never tells everything is not asked without end', () => {
  told.hear(message(TRUE), 0)
  const rewritten = message([...FALSE, '9'], 4)
  expect([1, 2, 3].map(() => again(told, rewritten))).toEqual([true, false, false])
})

test('a head that is not the one of what was told counts as told', () => {
  expect(again(told, message(TRUE, 0, 'ab'.repeat(16)))).toBe(false) // to tell it again brings nothing new
  expect(told.tellings).toEqual([[...heads(TRUE).slice(0, 3), 'ab'.repeat(16)], heads(TRUE)])
})

test('a server that says no head is compared all the same', () => {
  told.hear({ ...message(FALSE), head: null }, 0)
  told.hear({ ...message(TRUE), head: null }, 0)
  expect(told.differs).toBe(2)
})

test('two windows of a seat keep one telling, and people at one device have their own', () => {
  const other = new Told('ABC234', 'ada')
  told.hear(message(TRUE.slice(0, 2)), 0)
  other.hear(message(TRUE), 0)
  told.hear(message(TRUE, 2), 0)
  expect(told.tellings).toEqual([heads(TRUE)])
  const ben = new Told('ABC234', 'ben')
  ben.hear(message(FALSE), 0)
  expect([ben.tellings, told.tellings]).toEqual([[heads(FALSE)], [heads(TRUE)]])
})

test('another device knows by the link what was told before', () => {
  told.hear(message(FALSE.slice(0, 3)), 0)
  expect(told.pin).toBe(`~3~${heads(FALSE)[2]}`)
  localStorage.clear()
  rememberPin('ABC234', told.pin.slice(1))
  const other = new Told('ABC234', 'ada')
  other.hear(message(TRUE), 0)
  expect([other.tellings.length, other.differs]).toEqual([2, 3])
  localStorage.clear()
  const honest = new Told('ABC234', 'ada')
  honest.hear(message(FALSE), 0)
  expect(honest.tellings).toEqual([heads(FALSE)])
  rememberPin('ABC234', '7~spoilt')
  expect(new Told('ABC234', 'ben').tellings).toEqual([[]])
})

test('only the last tables are remembered', () => {
  for (let k = 0; k < 70; k++) new Told(`TABLE${k}`, 'ada').hear(message(TRUE), 0)
  expect(Object.keys(localStorage).length).toBeLessThanOrEqual(60)
})

test('what was spoilt on the device breaks nothing', () => {
  for (const spoilt of ['7', 'null', '{"tellings":7}', '{"tellings":{"x":7}}', '[]']) {
    localStorage.setItem('tischlein.told.ABC234', spoilt)
    told = new Told('ABC234', 'ada')
    told.hear(message(TRUE), 0)
    expect(told.tellings).toEqual([heads(TRUE)])
  }
})
