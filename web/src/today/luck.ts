/** Luck and skill of a game in one line. */
import type { Coached } from '@/coach/coached.svelte'
import { signed } from '@/texts/catalogue.svelte'
import { texts } from '@/texts/puzzle'

const w = texts('today')

/** "Luck: +8%. Play: 3% above par."; empty where the coach has not said. */
export function luckLine({ luck, own }: Pick<Coached, 'luck' | 'own'>): string {
  if (luck === undefined || own === undefined) return ''
  const percent = (value: number): number => Math.round(100 * value)
  return w('luck', {
    luck: `${luck > 0 ? '+' : ''}${signed(percent(luck))}`,
    own: Math.abs(percent(own)),
    better: w(own < 0 ? 'worse' : 'better'),
  })
}
