/** What a card would make of the total, for the eye only; the server counts for real. */

export const REPDIGITS = [11, 22, 33, 44, 55, 66, 77] as const
const SPECIAL = new Set(['x2', 'reverse'])

export function announced(total: number, card: string): number {
  return SPECIAL.has(card) ? total : total + Number(card)
}

export function costsChip(total: number): boolean {
  return total > 77 || (total > 0 && total % 11 === 0)
}

export function endsRound(total: number): boolean {
  return total >= 77
}

/** With a real minus sign and a real multiplication sign. */
export function printed(card: string): string {
  return card === 'x2' ? '×2' : card.replace('-', '−')
}

export function signed(total: number): string {
  return String(total).replace('-', '−')
}
