import { expect, test } from 'vitest'
import { eyesFor } from '@/client/eyes'
import { table } from './fakes'

const maria = { seat: 0, token: 'm' }
const ben = { seat: 1, token: 'b' }

test('during a game you look with your own eyes, or with everybody’s', () => {
  expect(eyesFor(table(), [ben])).toEqual({ seats: [1], first: 1, token: 'b', own: [1] })
  expect(eyesFor(table(), [])).toEqual({ seats: [], first: null, token: null, own: [] })
  expect(eyesFor(table(), [{ seat: 7, token: 'old' }])).toMatchObject({ seats: [], first: null, own: [] })
})

test('at one device for all nobody’s hidden cards are shown during a game', () => {
  // Not even asked for: without a key the server gives nobody's own view away.
  expect(eyesFor(table(), [maria, ben])).toEqual({ seats: [], first: null, token: null, own: [0, 1] })
  expect(eyesFor(table({ spectators: 'rounds' }), [maria, ben])).toEqual({
    seats: [0, 1],
    first: null,
    token: null,
    own: [0, 1],
  })
  expect(eyesFor(table({ spectators: 'none' }), [maria, ben])).toEqual({
    seats: [],
    first: null,
    token: 'm',
    own: [0, 1],
  })
})

test('where finished rounds lie open, they can be seen through any eyes', () => {
  expect(eyesFor(table({ spectators: 'rounds' }), [ben])).toEqual({ seats: [0, 1], first: 1, token: 'b', own: [1] })
})

test('after the end everything lies open', () => {
  expect(eyesFor(table({ state: 'over' }), [maria, ben])).toEqual({ seats: [0, 1], first: 0, token: 'm', own: [0, 1] })
})
