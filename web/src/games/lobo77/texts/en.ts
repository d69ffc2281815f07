import type { de } from './de'

export const en: Record<keyof typeof de, string> = {
  total: 'Total {n}',
  direction1: 'Play goes clockwise.',
  'direction-1': 'Play goes anticlockwise.',
  pile: 'Draw pile: {n} {n|card|cards}',
  top: 'The top card is {card}',
  nothing: 'No card played yet',
  cannot: '{card}, cannot be played now',
  danger: 'Danger at {list}',
  yourChips: 'Your chips: {n}',
  chipsOf: 'Chips of {name}: {n}',
  owedSlots: 'Two cards are due',
  owedSlot: 'One of two cards is still due',
  next: 'next',
  youNext: 'You are next',
}
