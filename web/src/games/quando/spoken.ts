/** A card in words: what is up, and, with help for the memory switched on, the other side if it was seen. */
import { memory } from './memory.svelte'
import { sides } from './sides'
import { say } from './texts'

/** The pencilled number that everybody with eyes sees in the corner is said as well. */
export function spokenSides(card: string, up: 'front' | 'back'): string {
  const { front, back } = sides(card)
  const [seen, other] = up === 'front' ? [front, back] : [back, front]
  if (seen === '?' || other === '?' || !memory.on) return seen
  return say(up === 'front' ? 'withBack' : 'withFront', { n: seen, other })
}
