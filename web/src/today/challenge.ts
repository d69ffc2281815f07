/**
 * A deal that travels: the link of a result opens the same cards, and the end of that game stands beside the sender's.
 * The result is in the part of the address that no server sees. It tells nothing of the cards.
 */
import { recall, remember } from '@/device/storage'
import type { GameId } from '@/server/wire'

/** Who sent a deal, and how they did. */
export interface Challenge {
  name: string
  /** The place at the table, and how many sat there. */
  place: number
  seats: number
  score: number
}

type Kept = Record<string, Challenge>

const KEY = 'challenges'
const MOST = 40
const LONGEST_NAME = 24

/** The path of a link to a deal of the day, with the result of who sends it. */
export function challengePath(game: GameId, day: string, sent: Challenge): string {
  const part = new URLSearchParams({
    n: sent.name.slice(0, LONGEST_NAME),
    p: `${sent.place}`,
    o: `${sent.seats}`,
    s: `${sent.score}`,
  })
  return `/deal/${game}/${day}#${part.toString()}`
}

/** The sender's result in a link, null where there is none that makes sense: links may be anything. */
export function challengeIn(hash: string): Challenge | null {
  const part = new URLSearchParams(hash.replace(/^#/, ''))
  const [place, seats, score] = ['p', 'o', 's'].map((key) => (part.has(key) ? Number(part.get(key)) : NaN))
  const name = (part.get('n') ?? '').trim().slice(0, LONGEST_NAME)
  if (!name || place === undefined || seats === undefined || score === undefined) return null
  const whole = [place, seats, score].every((value) => Number.isInteger(value) && Math.abs(value) < 10_000)
  return whole && place >= 1 && place <= seats && seats <= 12 ? { name, place, seats, score } : null
}

/** Keep who has sent a deal until it is played. */
export function keepChallenge(deal: string, sent: Challenge): void {
  const kept = Object.entries(recall<Kept>(KEY, {})).filter(([key]) => key !== deal)
  remember(KEY, Object.fromEntries([...kept, [deal, sent]].slice(-MOST)))
}

export const challengeOf = (deal: string): Challenge | null => recall<Kept>(KEY, {})[deal] ?? null

/** One sign for each seat at the table, the own one filled: no card shows. */
export const signs = ({ place, seats }: Challenge): string =>
  Array.from({ length: seats }, (_, k) => (k + 1 === place ? (place === 1 ? '🏆' : '🟧') : '⬜')).join('')
