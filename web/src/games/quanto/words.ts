import { words } from '@/i18n/lang.svelte'
import { de } from './words.de'
import { en } from './words.en'

export const say = words({ de, en })

/** A card in words. */
export function named(card: string): string {
  if (card === '?') return say('hidden')
  if (card.startsWith('J')) return say('joker')
  return card.endsWith('r') ? say('rainbow', { n: card.slice(0, -1) }) : card
}
