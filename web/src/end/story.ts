/** A finished game as a story: who had how much when, and the moments that one tells afterwards. */
import type { AnyEvent } from '@/server/wire'
import type { Frame, Replay } from '@/protocol/types'

export interface Moment {
  frame: number
  event: AnyEvent
  /** Counted from 1. */
  round: number
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

const MOST = 7
const REPEATS = 2

/** Moves that were taken back did not happen: an undo says from which event on. */
function played(frames: Frame[]): { frame: Frame; place: number }[] {
  const kept: { frame: Frame; place: number }[] = []
  for (const [place, frame] of frames.entries()) {
    const undo: AnyEvent | undefined = frame.events.find((event) => event.kind === 'undo')
    const since = undo?.since
    const first =
      since === undefined ? -1 : kept.findIndex((one) => one.frame.events.some((event) => event.seq >= since))
    if (first >= 0) kept.length = first
    else kept.push({ frame, place })
  }
  return kept
}

export interface Telling {
  /** Who wins and loses together. */
  sides: readonly (readonly number[])[]
  /** How much an event is worth telling. */
  weight: (event: AnyEvent) => number
  /** The kind of event that ends a round. */
  rounds: string | null
}

export function story(replay: Replay, { sides, weight, rounds: ending }: Telling): Story {
  const kept = played(replay.frames)
  const rounds = kept.flatMap(({ frame }, k) => (frame.events.some((event) => event.kind === ending) ? [k] : []))
  const all = kept.flatMap(({ frame, place }, k) => {
    const round = 1 + rounds.filter((end) => end < k).length
    return frame.events.map((event) => ({ frame: place, event, round, weight: weight(event) }))
  })
  const seen = new Map<string, number>()
  const moments = all
    .filter((moment) => moment.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.frame - b.frame)
    .filter(({ event }) => {
      // The same again and again is no story.
      const key = `${event.kind}/${event.seat}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
      return event.kind === ending || (seen.get(key) ?? 0) <= REPEATS
    })
    .slice(0, MOST)
    .sort((a, b) => a.event.seq - b.event.seq)
    .map(({ weight: _, ...moment }) => moment)
  // Where scores change at the end of a round only, one point per round says it all.
  const changes = kept.flatMap(({ frame }, k) =>
    k > 0 && String(frame.scores) !== String(kept[k - 1]?.frame.scores) ? [k] : [],
  )
  const byRound = rounds.length > 0 && changes.every((k) => rounds.includes(k))
  const points = byRound ? [0, ...rounds] : kept.map((_, k) => k)
  // Partners share one score.
  const lines = sides.map(([seat]) => points.map((k) => kept[k]?.frame.scores[seat ?? 0] ?? 0))
  const flat = lines.flat()
  const ends = byRound ? rounds.map((_, k) => k + 1) : rounds
  return { lines, rounds: ends, byRound, moments, low: Math.min(0, ...flat), high: Math.max(1, ...flat) }
}
