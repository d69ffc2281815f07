/** Where the cards of a fan lie. */

export interface HandItem {
  /** Stays with the card while it is in the hand. */
  key: string
  /** The card's name in the notation. */
  card: string
  /** What a screen reader says: the card, and what playing it would do. */
  label: string
  /** The card alone, in a list of the hand. */
  name: string
  legal: boolean
  /** Not among what can be done next, but a tap takes it in place of another one. */
  instead?: boolean
  /** It is your turn, but this one cannot be used. */
  dim?: boolean
  lifted?: boolean
  /** A few characters above the card. */
  note?: string
  tone?: 'danger' | 'good'
  anchor: string
}

export interface Place {
  x: number
  y: number
  turn: number
  card: number
  row: number
}

/** So much of every card can be touched. */
const STRIP = 44
const LIFT = 18
const NOTE = 22
const RATIO = 7 / 5
/** Beside the outer cards, which lean and glow. */
const edgeOf = (width: number): number => (width < 480 ? 26 : 48)
/** From one row to the next, in widths of a card. */
const BETWEEN = 0.94

/**
 * Return the keys for which a hand is laid out: those of its cards or, while a turn is being put together, also those
 * that have left, which leave a gap.
 */
export function layout(keys: readonly string[], before: readonly string[], keeps: boolean): readonly string[] {
  return keeps && keys.every((key) => before.includes(key)) ? before : keys
}

/** As large as height allows, in one row if every card keeps its strip, else in two. */
export function spread(
  count: number,
  width: number,
  height: number,
  notes: boolean,
  whole = false,
  /** A hand usually has so many: with fewer its cards do not grow. */
  usual = 0,
): Place[] {
  if (count === 0) return []
  const room = height - LIFT - (notes ? NOTE : 0)
  const top = LIFT + (notes ? NOTE : 0)
  const wide = width - edgeOf(width)
  const one = Math.max(40, Math.min(124, (room - 10) / RATIO, wide / 3, wide / Math.min(Math.max(count, usual), 5) - 4))
  const fits = (n: number, card: number): boolean => n < 2 || (wide - card) / (n - 1) >= STRIP
  if (fits(count, one)) return row(count, width, top, one, 1)
  const smaller = wide - STRIP * (count - 1)
  if (smaller >= 52) return row(count, width, top, Math.min(one, smaller), 1)
  // Two rows, one below the other where all of a card matters; else the numbers of the upper one can be read above the
  // lower one.
  const between = whole ? RATIO : BETWEEN
  const card = Math.min(64, (room - 6) / (RATIO + between))
  const back = Math.ceil(count / 2)
  return [...row(back, width, top - 4, card, 0), ...row(count - back, width, top - 4 + card * between + 4, card, 0, 1)]
}

function row(count: number, width: number, top: number, card: number, bend: number, which = 0): Place[] {
  const step = Math.min(card + 14, count < 2 ? 0 : (width - edgeOf(width) - card) / (count - 1))
  const left = (width - step * (count - 1) - card) / 2
  return Array.from({ length: count }, (_, i) => {
    const middle = i - (count - 1) / 2
    const turn = bend * middle * Math.min(3.2, 14 / count)
    return {
      x: left + i * step,
      y: top + bend * middle * middle * Math.min(1.4, 12 / (count * count)),
      turn,
      card,
      row: which,
    }
  })
}
