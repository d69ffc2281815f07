/** Luck and skill of a game in one line. */
import type { Coached } from '@/coach/coached.svelte'
import { texts } from '@/texts/puzzle'

const w = texts('today')

/** "You were 8 % lucky and played 3 % better than par"; empty where the coach has not said. */
export function luckLine({ luck, own }: Pick<Coached, 'luck' | 'own'>): string {
  if (luck === undefined || own === undefined) return ''
  const percent = (value: number): number => Math.abs(Math.round(100 * value))
  return w('luck', {
    luck: percent(luck),
    lucky: w(luck < 0 ? 'unlucky' : 'lucky'),
    own: percent(own),
    better: w(own < 0 ? 'worse' : 'better'),
  })
}
