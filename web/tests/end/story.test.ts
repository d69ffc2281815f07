import { expect, test } from 'vitest'
import { story, type Telling } from '@/end/story'
import { faceOf } from '@/games'
import type { Frame, Replay } from '@/protocol/types'
import { view } from '../fakes'

function frame(seq: number, scores: number[], events: Frame['events'], total = seq): Frame {
  return { seq, scores, events, view: view({ scores, total }) }
}

function replay(frames: Frame[]): Replay {
  return { game: 'lobo77', seats: 2, seat: 0, names: ['Maria', 'Hugo'], complete: true, frames, next: null }
}

const telling = (change: Partial<Telling> = {}): Telling => ({
  sides: [[0], [1]],
  weight: faceOf('lobo77').weight ?? (() => 0),
  rounds: 'round_end',
  ...change,
})

test('scores over time, rounds, and the moments worth telling', () => {
  const told = story(
    replay([
      frame(1, [3, 3], []),
      frame(2, [2, 3], [{ seq: 5, seat: 0, kind: 'chip', left: 2 }]),
      frame(
        3,
        [2, 2],
        [
          { seq: 6, seat: 1, kind: 'chip', left: 2 },
          { seq: 7, seat: null, kind: 'round_end', total: 80 },
        ],
      ),
      frame(4, [2, -1], [{ seq: 9, seat: 1, kind: 'out' }]),
    ]),
    telling(),
  )
  expect(told.lines).toEqual([
    [3, 2, 2, 2],
    [3, 3, 2, -1],
  ])
  expect(told.rounds).toEqual([2])
  expect(told.moments.map((moment) => moment.event.kind)).toEqual(['chip', 'chip', 'out'])
  expect([told.low, told.high]).toEqual([-1, 3])
})

test('a move that was taken back did not happen', () => {
  const undo = { seq: 6, seat: 0, kind: 'undo', steps: 1, since: 5 } as const
  const told = story(
    replay([
      frame(1, [3, 3], [], 10),
      frame(2, [2, 3], [{ seq: 5, seat: 0, kind: 'chip', left: 2 }], 22),
      // Not all need be as it was: what somebody has seen stays known.
      frame(3, [3, 3], [undo], 11),
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
  expect(story(replay(rounds), telling())).toMatchObject({
    byRound: true,
    lines: [
      [0, 4, 4],
      [0, 0, 9],
    ],
    rounds: [1, 2],
  })
  expect(story(replay([...rounds, frame(6, [5, 9], [])]), telling())).toMatchObject({ byRound: false, rounds: [2, 4] })
})

test('partners are one side: they share a line', () => {
  const frames = [frame(1, [0, 0, 0, 0], []), frame(2, [0, 5, 0, 5], [])]
  expect(
    story(
      { ...replay(frames), seats: 4 },
      telling({
        sides: [
          [0, 2],
          [1, 3],
        ],
      }),
    ).lines,
  ).toEqual([
    [0, 0],
    [0, 5],
  ])
})
