import { expect, test } from 'vitest'
import { standings, story, type Telling } from '@/end/story'
import { faceOf } from '@/games'
import type { Frame, Replay } from '@/protocol/types'
import { view } from './fakes'

function frame(seq: number, scores: number[], events: Frame['events'], total = seq): Frame {
  return { seq, scores, events, view: view({ scores, total }) }
}

function replay(frames: Frame[]): Replay {
  return { game: 'lobo77', seats: 2, seat: 0, names: ['Maria', 'Hugo'], complete: true, frames, next: null }
}

const ALONE = [[0], [1], [2]]
const telling = (change: Partial<Telling> = {}): Telling => ({ sides: [[0], [1]], weight: faceOf('lobo77').weight ?? (() => 0), rounds: 'round_end', ...change })

test('scores over time, rounds, and the moments worth telling', () => {
  const told = story(
    replay([
      frame(1, [3, 3], []),
      frame(2, [2, 3], [{ seq: 5, seat: 0, kind: 'chip', left: 2 }]),
      frame(3, [2, 2], [{ seq: 6, seat: 1, kind: 'chip', left: 2 }, { seq: 7, seat: null, kind: 'round_end', total: 80 }]),
      frame(4, [2, -1], [{ seq: 9, seat: 1, kind: 'out' }]),
    ]),
    telling(),
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
    telling(),
  )
  expect(told.lines[0]).toEqual([3, 3])
  expect(told.moments).toEqual([])
})

test('where scores change at the end of a round only, there is one point for each round', () => {
  const rounds = [
    frame(1, [0, 0], []),
    frame(2, [0, 0], [{ seq: 3, seat: 0, kind: 'play' }]),
    frame(3, [4, 0], [{ seq: 4, seat: null, kind: 'round_end' }]),
    frame(4, [4, 0], []),
    frame(5, [4, 9], [{ seq: 6, seat: null, kind: 'round_end' }]),
  ]
  expect(story(replay(rounds), telling())).toMatchObject({ byRound: true, lines: [[0, 4, 4], [0, 0, 9]], rounds: [1, 2] })
  expect(story(replay([...rounds, frame(6, [5, 9], [])]), telling())).toMatchObject({ byRound: false, rounds: [2, 4] })
})

test('few points are good where the game says so, and who is level shares the place', () => {
  const places = (...of: Parameters<typeof standings>): [number, number][] => standings(...of).map((one) => [one.seats[0]!, one.place])
  expect(places(ALONE, [30, 12, 51], [1], true)).toEqual([[1, 1], [0, 2], [2, 3]])
  expect(places(ALONE, [30, 51, 30], [1], false)).toEqual([[1, 1], [0, 2], [2, 2]])
  expect(places(ALONE, [51, 30, 51], [0, 2], false)).toEqual([[0, 1], [2, 1], [1, 3]])
})

test('partners are one side: they share a place and a line', () => {
  const sides = [[0, 2], [1, 3]]
  expect(standings(sides, [31, 49, 31, 49], [1, 3], false)).toEqual([
    { seats: [1, 3], score: 49, place: 1, won: true },
    { seats: [0, 2], score: 31, place: 2, won: false },
  ])
  expect(standings(sides, [40, 40, 40, 40], [0, 1, 2, 3], false).map((one) => one.place)).toEqual([1, 1])
  const frames = [frame(1, [0, 0, 0, 0], []), frame(2, [0, 5, 0, 5], [])]
  expect(story({ ...replay(frames), seats: 4 }, telling({ sides })).lines).toEqual([[0, 0], [0, 5]])
})
