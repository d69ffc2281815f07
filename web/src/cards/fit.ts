/** The largest size at which a number of cards fits, and the number of rows for it. */

const RATIO = 7 / 5

export interface Fit {
  /** The width of a card. */
  card: number
  columns: number
}

export function fit(count: number, width: number, height: number, { gap = 8, most = 128, least = 30 } = {}): Fit {
  let best: Fit = { card: 0, columns: 1 }
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.ceil(count / columns)
    const card = Math.min((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows / RATIO, most)
    if (card > best.card) best = { card, columns }
  }
  return { ...best, card: Math.max(least, Math.floor(best.card)) }
}
