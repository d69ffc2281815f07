/** A game's own texts, as the server hands them out: one document per game and language. */
import type { GameEvent } from '@/protocol/types'
import type { AnyEvent } from './wire'

type Bound = { max?: number; min?: number }

export interface Sentence {
  when?: Record<string, string | number | boolean | Bound>
  you: string
  other: string
}

export interface Rule {
  title: string
  text: string
  clauses: string[]
}

export interface GameTexts {
  name: string
  tagline: string
  reasons: Record<string, string>
  reasons_you?: Record<string, string>
  events: Record<string, Sentence[]>
  options: Record<string, string>
  cards?: Record<string, string>
  rows?: Record<string, string>
  table?: Record<string, string>
  story?: Record<string, string>
  rules: Rule[]
}

const HIDDEN: Record<string, string> = { de: 'eine Karte', en: 'a card' }
const RAINBOW: Record<string, string> = { de: 'Regenbogen-', en: 'rainbow ' }

function fits(entry: Sentence, event: Record<string, unknown>): boolean {
  return Object.entries(entry.when ?? {}).every(([key, wanted]) => {
    const value = event[key]
    if (typeof wanted !== 'object') return value === wanted
    if (typeof value !== 'number') return false
    return (wanted.max === undefined || value <= wanted.max) && (wanted.min === undefined || value >= wanted.min)
  })
}

export interface Reader {
  lang: string
  you: number | null
  name: (seat: number) => string
}

/** "7", "7 and 9", "4, 7 and 9". */
function list(parts: string[], lang: string): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(parts)
}

/** A card with two sides: in front what counts, on the back what only others see, or what somebody remembers. */
function twoSided(front: string, back: string, lang: string): string {
  if (back === '?') return front === '?' ? (HIDDEN[lang] ?? front) : front
  const behind = lang === 'de' ? `hinten ${back}` : `${back} on its back`
  return front === '?' ? `${HIDDEN[lang]}, ${behind}` : `${front} (${behind})`
}

/** A card by its name in this language; games without names speak their notation. */
export function cardName(texts: GameTexts, card: string, lang: string): string {
  const named = texts.cards?.[card]
  if (named !== undefined) return named
  if (card === '?') return HIDDEN[lang] ?? card
  const [joker, colour] = card.split(' as ')
  if (colour !== undefined) return `${texts.cards?.[joker ?? ''] ?? joker} (${texts.rows?.[colour] ?? colour})`
  if (card === 'J') return 'Joker'
  if (/^\d+r$/.test(card)) return `${RAINBOW[lang] ?? ''}${card.slice(0, -1)}`
  const [, front, back] = /^(\d+|\?)\/(\d+|\?)$/.exec(card) ?? []
  return front !== undefined && back !== undefined ? twoSided(front, back, lang) : card
}

function value(texts: GameTexts, key: string, raw: unknown, reader: Reader): string {
  if (key === 'row') return texts.rows?.[String(raw)] ?? String(raw)
  if (key === 'card') return cardName(texts, String(raw), reader.lang)
  if (Array.isArray(raw) && (key === 'shown' || key === 'cards')) {
    return list(raw.map((card) => cardName(texts, String(card), reader.lang)), reader.lang)
  }
  if (key === 'owner' && typeof raw === 'number') return reader.name(raw)
  return String(raw).replace(/^-/, '−')
}

/** The sentence for an event; for an end of the game one for every winner. */
export function sentence(texts: GameTexts, event: AnyEvent | GameEvent, reader: Reader): string {
  if (event.kind === 'game_end' && event.seat === null && event.winners) {
    return event.winners.map((seat) => sentence(texts, { ...event, seat }, reader)).join(' ')
  }
  const values: Record<string, unknown> = { ...event }
  const entry = texts.events[event.kind]?.find((candidate) => fits(candidate, values))
  if (!entry) return ''
  const mine = event.seat !== null && event.seat === reader.you
  return (mine ? entry.you : entry.other).replace(/\{(\w+)\}/g, (whole, key: string) => {
    if (key === 'name') return event.seat === null ? '' : reader.name(event.seat)
    return key in values ? value(texts, key, values[key], reader) : whole
  })
}
