/** Names of the games' options and of their choices; what an option means the server says itself. */
import { words } from '@/i18n/lang.svelte'
import type { OptionInfo, OptionValue } from '@/protocol/types'

const w = words({
  de: {
    reverse_cards: 'Richtungswechsel im Spiel',
    starter: 'Wer fängt an?',
    manual_draw: 'Selbst nachziehen',
    knock_after: 'Klopfen darf man, wenn alle …',
    knock_penalty_after_zeros: 'Klopfstrafe auch nach Nullen',
    target: 'Gespielt wird bis',
    teams: 'Zwei gegen zwei',
    discard: 'Ablegen ist erlaubt, wenn …',
    jokers: 'Mit Jokern',
    lot: 'das Los',
    seat: 'Platz {n}',
    two_plays: 'zweimal gelegt haben',
    two_cards: 'zwei Karten gelegt haben',
    forced: 'gar nichts anderes geht',
    card: 'mit dieser Karte nichts geht',
    free: 'man mag',
  },
  en: {
    reverse_cards: 'Reverse cards in the deck',
    starter: 'Who starts?',
    manual_draw: 'Draw by hand',
    knock_after: 'Knocking is allowed when all …',
    knock_penalty_after_zeros: 'Knock penalty after zeros too',
    target: 'Play up to',
    teams: 'Two against two',
    discard: 'Discarding is allowed when …',
    jokers: 'With jokers',
    lot: 'drawn by lot',
    seat: 'Seat {n}',
    two_plays: 'have laid twice',
    two_cards: 'have laid two cards',
    forced: 'nothing else is possible',
    card: 'this card can do nothing',
    free: 'you like',
  },
})

type Key = Parameters<typeof w>[0]
const KNOWN: ReadonlySet<string> = new Set<Key>([
  'reverse_cards', 'starter', 'manual_draw', 'knock_after', 'knock_penalty_after_zeros', 'target', 'teams', 'discard', 'jokers',
  'lot', 'two_plays', 'two_cards', 'forced', 'card', 'free',
])

/** An option that the page does not know yet is called what the server calls it. */
export function optionName(name: string): string {
  return KNOWN.has(name) ? w(name as Key) : name.replaceAll('_', ' ')
}

export function choiceName(option: string, value: OptionValue): string {
  if (option === 'starter' && typeof value === 'number') return w('seat', { n: value + 1 })
  return typeof value === 'string' ? optionName(value) : String(value)
}

export function chosenValue(option: OptionInfo, chosen: Record<string, OptionValue>, seats: number): OptionValue {
  const value = chosen[option.name]
  if (value !== undefined) return value
  // For two, a shorter game is the better one; the rules say so themselves.
  return option.name === 'target' && seats === 2 ? 40 : option.default
}
