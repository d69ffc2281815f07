import { texts } from '@/texts/table'

/** What all tables say. */
export const say = texts('table')

/** The hand that lies near: your own, or in a replay another player's. */
export function nearHand(session: { readonly whose: string }): string {
  return session.whose ? say('handOf', { name: session.whose }) : say('yourHand')
}

export function cardsOf(n: number): string {
  return say('cards', { n })
}

/** Seconds as a clock shows them. */
export function clockTime(seconds: number): string {
  if (seconds > 172_800) return say('days', { n: Math.floor(seconds / 86_400) })
  if (seconds > 7200) return say('hours', { n: Math.floor(seconds / 3600) })
  if (seconds > 3600) return say('minutes', { n: Math.floor(seconds / 60) })
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
