import { expect, test } from 'vitest'
import { standings, story } from '@/end/story'
import type { Frame, Replay } from '@/protocol/types'
import { view } from './fakes'

function frame(seq: number, scores: number[], events: Frame['events'], total = seq): Frame {
  return { seq, scores, events, view: view({ scores, total }) }
}

function replay(frames: Frame[]): Replay {
  return { game: 'lobo77', seats: 2, seat: 0, names: ['Maria', 'Hugo'], complete: true, frames }
}

test('scores over time, rounds, and the moments worth telling', () => {
  const told = story(
    replay([
      frame(1, [3, 3], []),
      frame(2, [2, 3], [{ seq: 5, seat: 0, kind: 'chip', left: 2 }]),
      frame(3, [2, 2], [{ seq: 6, seat: 1, kind: 'chip', left: 2 }, { seq: 7, seat: null, kind: 'round_end', total: 80 }]),
      frame(4, [2, -1], [{ seq: 9, seat: 1, kind: 'out' }]),
    ]),
  )
  expect(told.lines).toEqual([[3, 2, 2, 2], [3, 3, 2, -1]])
  expect(told.rounds).toEqual([2])
  expect(told.moments.map((moment) => moment.event.kind)).toEqual(['chip', 'chip', 'out'])
  expect([told.low, told.high]).toEqual([-1, 3])
})

test('a move that was taken back did not happen', () => {
  const told = story(
    replay([
      frame(1, [3, 3], [], 10),
      frame(2, [2, 3], [{ seq: 5, seat: 0, kind: 'chip', left: 2 }], 22),
      frame(3, [3, 3], [{ seq: 6, seat: 0, kind: 'undo', steps: 1 }], 10),
      frame(4, [3, 3], [{ seq: 7, seat: 0, kind: 'play', card: '5', total: 15 }], 15),
    ]),
  )
  expect(told.lines[0]).toEqual([3, 3])
  expect(told.moments).toEqual([])
})

test('few points are good in Quando, many elsewhere, and who is level shares the place', () => {
  expect(standings('quando', [30, 12, 51], [1]).map((one) => [one.seat, one.place])).toEqual([[1, 1], [0, 2], [2, 3]])
  expect(standings('qwixx', [30, 51, 30], [1]).map((one) => [one.seat, one.place])).toEqual([[1, 1], [0, 2], [2, 2]])
})
