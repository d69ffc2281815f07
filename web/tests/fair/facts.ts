/** Facts of made-up games, with records of one byte: a card. */
import { firstHead, fromBase64, nextHead, steps } from '@/fair/chain'
import type { Told } from '@/fair/told'
import type { Facts } from '@/protocol/types'

/** The heads of facts that are told from the beginning. */
export function headsOf(facts: Facts, you = 0): string[] {
  if (!facts.opening) throw new Error('no opening')
  let head = firstHead(facts.opening, you)
  return steps(facts, fromBase64(facts.opening.record)).map((step) => (head = nextHead(head, step)))
}

const base64 = (bytes: number[]): string => btoa(String.fromCharCode(...bytes))

/** The facts after the first `since` steps of a game with records of one byte. */
export function factsOf(cards: string[], since = 0): Facts {
  const opening = { game: 'lobo77', version: 1, layout: 'ab', record: base64([0]) }
  return {
    first: since,
    opening: since ? null : opening,
    steps: cards.slice(since).map((card) => [0, -2, 0, 0, base64([0, 0, 1, Number(card)])]),
  }
}

export const heads = (cards: string[]): string[] => headsOf(factsOf(cards))

/** A message with the facts after the first `since` steps, and the head that the server says. */
export function message(cards: string[], since = 0, head = heads(cards).at(-1) ?? null): Parameters<Told['hear']>[0] {
  return { facts: factsOf(cards, since), head, signature: null }
}
