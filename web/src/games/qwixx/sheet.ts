/** A sheet as it is printed. */
import type { QwixxSheet } from '@/protocol/types'

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const
export type Colour = (typeof COLOURS)[number]

const UP = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const DOWN = [...UP].reverse()
export const NUMBERS: Record<Colour, number[]> = { red: UP, yellow: UP, green: DOWN, blue: DOWN }

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

export interface Cell {
  n: number
  mark: Mark
  last: boolean
}

/** What is left of the last cross can be crossed no more. */
export function cells(sheet: QwixxSheet, colour: Colour): Cell[] {
  const numbers = NUMBERS[colour]
  const crossed = new Set(sheet[colour])
  const reach = numbers.findLastIndex((n) => crossed.has(n))
  return numbers.map((n, i) => ({
    n,
    mark: crossed.has(n) ? 'crossed' : i < reach ? 'lost' : 'open',
    last: i === numbers.length - 1,
  }))
}

export function closed(sheet: QwixxSheet, colour: Colour): boolean {
  return sheet[colour].includes(NUMBERS[colour][NUMBERS[colour].length - 1] ?? 0)
}
