/** A sheet as it is printed. */
import type { QwixxPrinted, QwixxRow, QwixxSheet } from '@/protocol/types'

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const
export type Colour = (typeof COLOURS)[number]

const OF_LETTER: Record<string, Colour> = { r: 'red', y: 'yellow', g: 'green', b: 'blue' }

/** The colour that a card is, or is played as; null when it is hidden or a joker's is open. */
export function colourOf(card: string): Colour | null {
  const said = / as (\w+)$/.exec(card)?.[1]
  if (said) return said as Colour
  return OF_LETTER[card[0] ?? ''] ?? null
}

export function numberOf(card: string): number {
  return parseInt(card.slice(1), 10)
}

export type Mark = 'crossed' | 'lost' | 'open'

/** A row as it is printed, with what was crossed and what can be crossed no more. */
export function cells(
  printed: QwixxPrinted,
  sheet: QwixxSheet,
  row: QwixxRow,
  colour: Colour,
): { n: number; mark: Mark }[] {
  return printed[colour].map((n) => ({
    n,
    mark: sheet[colour].includes(n) ? 'crossed' : row.lost.includes(n) ? 'lost' : 'open',
  }))
}

/** The numbers that crossing this one skips: nobody can cross them off in this row afterwards. */
export function skips(printed: QwixxPrinted, sheet: QwixxSheet, colour: Colour, n: number): number[] {
  const row = printed[colour]
  const last = sheet[colour].at(-1)
  return row.slice(last === undefined ? 0 : row.indexOf(last) + 1, row.indexOf(n))
}
