/** A drawn example of a rule: what one seat sees in a case of the conformance suite, before and after. */
import type { Component } from 'svelte'
import type { AnyView } from '@/server/wire'
import { texts } from '@/texts/rules'

export interface Example {
  /** The case of the suite that it was made from. */
  case: string
  /** What is drawn, by names that the game's own picture knows. */
  show: string[]
  de: string
  en: string
  views: AnyView[]
}

/** One moment; `next` is the one after it, so that what will move can be seen. */
export interface Moment {
  view: AnyView
  next: AnyView | null
  show: readonly string[]
  /** What the hand is called; usually yours. */
  label?: string
}

/** What a game brings: its examples in the order of the rules' sections, and how a moment is drawn. */
export interface Examples {
  Picture: Component<Moment>
  examples: readonly Example[]
}

const w = texts('example')
const NAMES = ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Finn', 'Greta']

/** The players as the viewer sees them: the others have names, clockwise from the left. */
export function nameOf(view: AnyView, seat: number): string {
  const you = view.you ?? 0
  return seat === you ? w('you') : (NAMES[(seat - you - 1 + view.seats) % view.seats] ?? '')
}

export const yourHand = (): string => w('hand')

/** The others first, as around a table, then you. */
export function around(view: AnyView): number[] {
  const you = view.you ?? 0
  return Array.from({ length: view.seats }, (_, i) => (you + 1 + i) % view.seats)
}

/**
 * Which of these are not there any more a moment later: the places of what is about to move. What stays in its place is
 * found first.
 */
export function leaving(
  now: readonly (string | null)[],
  later: readonly (string | null)[] | null | undefined,
): ReadonlySet<number> {
  if (!later) return new Set()
  const moved = now.flatMap((card, place) => (card === later[place] ? [] : [place]))
  const left = later.filter((card, place) => card !== now[place])
  return new Set(
    moved.filter((place) => {
      const found = left.indexOf(now[place] ?? null)
      if (found >= 0) left.splice(found, 1)
      return found < 0
    }),
  )
}
