import { words } from '@/i18n/lang.svelte'
import type { Colour } from './sheet'
import { de } from './words.de'
import { en } from './words.en'

export const say = words({ de, en })

export const LETTER = { red: 'redLetter', yellow: 'yellowLetter', green: 'greenLetter', blue: 'blueLetter' } as const
const CARD = { r: 'cardRed', y: 'cardYellow', g: 'cardGreen', b: 'cardBlue' } as const

/** A card in words: "rote 7", "Joker 5". */
export function named(card: string): string {
  const kind = card[0] ?? '?'
  const n = card.slice(1).split(' ')[0] ?? ''
  if (kind === 'j') return say('joker', { n })
  return kind in CARD ? say(CARD[kind as keyof typeof CARD], { n }) : say('unknown', { n })
}

export function colourName(colour: Colour): string {
  return say(colour)
}
