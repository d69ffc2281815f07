/** A finished game as a story: who had how much when, and the moments that one tells afterwards. */
import type { AnyEvent, GameId } from '@/client/wire'
import type { Frame, Replay } from '@/protocol/types'

export interface Moment {
  frame: number
  event: AnyEvent
  /** Counted from 1. */
  round: number
  /** LOBO 77: what was said when it happened. */
  total: number | null
}

export interface Story {
  /** Per side: the score after every frame. */
  lines: number[][]
  /** Points of the lines after which a round was over. */
  rounds: number[]
  /** Scores change at the end of a round only: one point per round. */
  byRound: boolean
  moments: Moment[]
  low: number
  high: number
}

/** Who wins and loses together: everybody alone, or those who sit opposite each other. */
export function sides(seats: number, teams: boolean): number[][] {
  return teams ? [[0, 2], [1, 3]] : Array.from({ length: seats }, (_, seat) => [seat])
}

const MOST = 7
const REPEATS = 2

/** How much an event is worth telling; 0: not at all. */
function weight(event: AnyEvent, game: GameId): number {
  switch (event.kind) {
    case 'out':
      return 9
    case 'chip':
      return event.left === 0 ? 7 : 2
    case 'knock':
      return 8
    case 'triplet':
      return 5
    case 'round_end':
      return game === 'quando' ? 4 : 0
    case 'capture': {
      const cards = Array.isArray(event.cards) ? event.cards.length : 0
      return (event.owner !== undefined && event.owner !== event.seat ? 6 : 0) + cards
    }
    case 'rob':
      return 4
    case 'cross':
      return event.lock ? 9 : 0
    case 'miss':
      return 3
    case 'show':
      return 'shown' in event && (event.shown?.length ?? 0) === 3 ? 4 : 0
    default:
      return 0
  }
}

/** Moves that were taken back did not happen: after an undo the table is as it was in an earlier frame. */
function played(frames: Frame[]): { frame: Frame; place: number }[] {
  const kept: { frame: Frame; place: number }[] = []
  for (const [place, frame] of frames.entries()) {
    if (frame.events.some((event) => event.kind === 'undo')) {
      const same = JSON.stringify(frame.view)
      const back = kept.findLastIndex((other) => JSON.stringify(other.frame.view) === same)
      if (back >= 0) {
        kept.length = back + 1
        continue
      }
    }
    kept.push({ frame, place })
  }
  return kept
}

export function story(replay: Replay): Story {
  const kept = played(replay.frames)
  const line = (seat: number): number[] => kept.map(({ frame }) => frame.scores[seat] ?? 0)
  const rounds = kept.flatMap(({ frame }, k) => (frame.events.some((event) => event.kind === 'round_end') ? [k] : []))
  const all = kept.flatMap(({ frame, place }, k) => {
    const round = 1 + rounds.filter((end) => end < k).length
    const total = frame.events.findLast((event) => event.kind === 'play' && 'total' in event)
    const said = total && 'total' in total ? (total.total ?? null) : null
    return frame.events.map((event) => ({ frame: place, event, round, total: said, weight: weight(event, replay.game) }))
  })
  const seen = new Map<string, number>()
  const moments = all
    .filter((moment) => moment.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.frame - b.frame)
    .filter(({ event }) => {
      // The same again and again is no story.
      const key = `${event.kind}/${event.seat}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
      return event.kind === 'round_end' || (seen.get(key) ?? 0) <= REPEATS
    })
    .slice(0, MOST)
    .sort((a, b) => a.event.seq - b.event.seq)
    .map(({ weight: _, ...moment }) => moment)
  const byRound = replay.game === 'quando' && rounds.length > 0
  const points = byRound ? [0, ...rounds] : kept.map((_, k) => k)
  // Partners share one score.
  const lines = sides(replay.seats, replay.frames[0]?.view.options.teams === true).map(([seat]) => {
    const all = line(seat ?? 0)
    return points.map((k) => all[k] ?? 0)
  })
  const flat = lines.flat()
  const ends = byRound ? rounds.map((_, k) => k + 1) : rounds
  return { lines, rounds: ends, byRound, moments, low: Math.min(0, ...flat), high: Math.max(1, ...flat) }
}

export interface Standing {
  seats: number[]
  score: number
  place: number
  won: boolean
}

/** From the first to the last side; who is level shares the place. */
export function standings(game: GameId, scores: readonly number[], winners: readonly number[], teams = false): Standing[] {
  const sign = game === 'quando' ? 1 : -1
  const order = sides(scores.length, teams)
    .map((seats) => ({ seats, score: scores[seats[0] ?? 0] ?? 0, won: seats.some((seat) => winners.includes(seat)) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || sign * (a.score - b.score))
  return order.map((one) => ({ ...one, place: 1 + order.findIndex((other) => other.score === one.score && other.won === one.won) }))
}
