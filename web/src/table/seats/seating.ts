/** Who sits where, and how everything lies. */

export type Mode = 'upright' | 'sideways' | 'beside' | 'round'

export interface Spot {
  side: 'left' | 'top' | 'right'
  /** The place from the left, for those at the top. */
  at: number
  /** How far up or down from the middle of a side: 1 is one seat's half. */
  lift: number
}

/** A phone on its side, or a window like one. */
export function low(width: number, height: number): boolean {
  return width >= 560 && height < 480
}

export interface Room {
  /** The others have so much before them that they sit in a row on any screen. */
  flat: boolean
  /** The others have little before them: many of them fit around a table. */
  small: boolean
  /** The others have sheets or stacks before them, and need room in height. */
  tall: boolean
  /** A player has a hand here. */
  seated: boolean
}

/** How everything lies in a window of this size. */
export function modeOf(width: number, height: number, others: number, { flat, small, tall, seated }: Room): Mode {
  if (low(width, height)) return 'sideways'
  // A round table needs room on all sides; with sheets or stacks before people it needs more of it.
  if (!flat && others <= (small ? 7 : 5) && width >= 900 && height >= (others <= 2 ? 520 : tall ? 660 : 560))
    return 'round'
  // Wide and low: your own cards lie beside the board, not below it.
  return seated && width >= 840 && height >= 480 && height < 700 ? 'beside' : 'upright'
}

/** Everybody but the near seat, clockwise from its left hand: up the left side, along the top, down the right side. */
export function around(others: number): { top: number; spots: Spot[] } {
  if (others === 1) return { top: 1, spots: [{ side: 'top', at: 0, lift: 0 }] }
  const sides = others >= 6 ? 2 : 1
  const top = others - 2 * sides
  const lift = (i: number): number => (sides === 1 ? 0 : i === 0 ? -1.15 : 1.15)
  return {
    top,
    spots: [
      ...Array.from({ length: sides }, (_, i): Spot => ({ side: 'left', at: 0, lift: lift(i) })),
      ...Array.from({ length: top }, (_, at): Spot => ({ side: 'top', at, lift: 0 })),
      ...Array.from({ length: sides }, (_, i): Spot => ({ side: 'right', at: 0, lift: lift(sides - 1 - i) })),
    ],
  }
}
