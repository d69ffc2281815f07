/** How large cards before a player are, and how many of a quanto are shown. */

/** The narrowest places for each size of a card, the widest first; with height for two lines, and without. */
const TALL: readonly (readonly [width: number, size: number])[] = [
  [300, 46],
  [215, 40],
  [150, 32],
  [0, 22],
]
const FLAT: readonly (readonly [width: number, size: number])[] = [
  [200, 19],
  [150, 16],
  [85, 11],
  [0, 9],
]

/** Return the width of a card, and the most cards of a quanto that fit beside backs and cards that a partner knows. */
export function placesBefore(
  width: number,
  tall: boolean,
  backs: number,
  known: number,
): { size: number; most: number } {
  const size = (tall ? TALL : FLAT).find(([least]) => width >= least)?.[1] ?? 9
  // Backs lie one over the other.
  const held = backs === 0 ? 0 : size * (1 + 0.45 * (backs - 1))
  const knows = known * (Math.max(14, size) + 1)
  const room = (tall ? width : width - held - knows - 10) - Math.max(20, size * 1.1) - Math.max(20, size * 0.62)
  const fit = Math.floor(room / (size + 1))
  return { size, most: fit < 2 || size < 14 ? 0 : fit }
}
