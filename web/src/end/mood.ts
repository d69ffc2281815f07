/** How a game ended for one seat: the scene on the felt, the sound and the result sheet follow it. */
import type { Standing } from '@/server/wire'

export type Mood = 'won' | 'narrow' | 'lost' | 'watched'

/** A gap to the winner of at most one point, or of a tenth of the larger score, is a narrow one. */
const NARROW = 0.1

/** Return the mood of a seat; a spectator, or a device that several people share, has none of its own. */
export function moodOf(list: readonly Pick<Standing, 'seats' | 'score' | 'won'>[], you: number | null): Mood {
  const own = list.find((one) => you !== null && one.seats.includes(you))
  const best = list.find((one) => one.won)
  if (!own || !best) return 'watched'
  if (own.won) return 'won'
  const gap = Math.abs(best.score - own.score)
  return gap <= Math.max(1, NARROW * Math.max(Math.abs(best.score), Math.abs(own.score))) ? 'narrow' : 'lost'
}
