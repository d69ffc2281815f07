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
  const places = (...of: Parameters<typeof standings>): [number, number][] => standings(...of).map((one) => [one.seats[0]!, one.place])
  expect(places('quando', [30, 12, 51], [1])).toEqual([[1, 1], [0, 2], [2, 3]])
  expect(places('qwixx', [30, 51, 30], [1])).toEqual([[1, 1], [0, 2], [2, 2]])
  expect(places('qwixx', [51, 30, 51], [0, 2])).toEqual([[0, 1], [2, 1], [1, 3]])
})

test('partners are one side: they share a place and a line', () => {
  expect(standings('quanto', [31, 49, 31, 49], [1, 3], true)).toEqual([
    { seats: [1, 3], score: 49, place: 1, won: true },
    { seats: [0, 2], score: 31, place: 2, won: false },
  ])
  expect(standings('quanto', [40, 40, 40, 40], [0, 1, 2, 3], true).map((one) => one.place)).toEqual([1, 1])
  const frames = [frame(1, [0, 0, 0, 0], []), frame(2, [0, 5, 0, 5], [])]
  for (const { view } of frames) view.options = { teams: true }
  expect(story({ ...replay(frames), game: 'quanto', seats: 4 }).lines).toEqual([[0, 0], [0, 5]])
})
