import { expect, test } from 'vitest'
import { viewersFor } from '@/replay/viewers'
import { table } from '../fakes'

const maria = { seat: 0, token: 'm' }
const ben = { seat: 1, token: 'b' }

test('during a game you look with your own eyes, or with everybody’s', () => {
  expect(viewersFor(table(), [ben])).toEqual({ seats: [1], first: 1, token: 'b', own: [1] })
  expect(viewersFor(table(), [])).toEqual({ seats: [], first: null, token: null, own: [] })
  expect(viewersFor(table(), [{ seat: 7, token: 'old' }])).toMatchObject({ seats: [], first: null, own: [] })
})

test('at one device for all nobody’s hidden cards are shown during a game', () => {
  // Not even asked for: without a key the server gives nobody's own view away.
  expect(viewersFor(table(), [maria, ben])).toEqual({ seats: [], first: null, token: null, own: [0, 1] })
  expect(viewersFor(table({ spectators: 'rounds' }), [maria, ben])).toEqual({
    seats: [0, 1],
    first: null,
    token: null,
    own: [0, 1],
  })
  expect(viewersFor(table({ spectators: 'none' }), [maria, ben])).toEqual({
    seats: [],
    first: null,
    token: 'm',
    own: [0, 1],
  })
})

test('where finished rounds lie open, they can be seen through any eyes', () => {
  expect(viewersFor(table({ spectators: 'rounds' }), [ben])).toEqual({ seats: [0, 1], first: 1, token: 'b', own: [1] })
})

test('after the end everything lies open', () => {
  expect(viewersFor(table({ state: 'over' }), [maria, ben])).toEqual({
    seats: [0, 1],
    first: 0,
    token: 'm',
    own: [0, 1],
  })
})
