/** Who plays after whom. */
import type { Lobo77View } from '@/protocol/types'

/** Who plays after this turn, as it goes round now; nobody, where that would be the same seat again. */
export function nextSeat({ over, phase, seats, turn, direction, players }: Lobo77View): number | null {
  if (over || phase !== 'play') return null
  for (let k = 1; k < seats; k++) {
    const seat = (turn + k * direction + k * seats) % seats
    if (!players[seat]?.out) return seat
  }
  return null
}
