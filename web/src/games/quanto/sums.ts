/** The sums that build up while cards are picked, written for the eye. */
import type { QuantoGroup } from '@/protocol/types'

/** What a card shows; a joker shows what it was said to be, else nothing yet. */
function shown(card: string): number | null {
  const said = / as (\d+)$/.exec(card)
  if (said) return Number(said[1])
  return card === 'J' || card === '?' ? null : parseInt(card, 10)
}

/** "5 + 3 + 2 = 10": a joker stands for what the others leave. */
export function sumText({ cards, base, sum, goal, closed }: QuantoGroup): string {
  const numbers = [...(base === null ? [] : [base]), ...cards.map(shown)]
  const known = numbers.reduce<number>((total, number) => total + (number ?? 0), 0)
  const parts = numbers.map((number) => String(number ?? sum - known))
  if (!closed) parts.push('…')
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.join(' + ')} = ${goal}`
}
