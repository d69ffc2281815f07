/** Why something does not go, said to the person who tried it. */
import { words } from '@/i18n/lang.svelte'

const de = {
  game_over: 'Das Spiel ist zu Ende.',
  not_your_turn: 'Du bist noch nicht dran: Alle warten auf {name}.',
  penalty_first: 'Erst ist der Drilling dran: Dreh eine Null um, oder nimm eine Karte.',
  no_penalty: 'Umgedreht wird nur nach einem Drilling.',
  already_picked: 'Du hast schon gelegt. Nimm jetzt eine Karte.',
  knock_too_early: 'Klopfen geht erst, wenn alle in dieser Runde zweimal gelegt haben.',
  already_knocked: 'Es hat schon jemand geklopft.',
  no_pass: 'Passen geht nur in der letzten Runde.',
  nothing_picked: 'Leg zuerst Karten, dann nimmst du eine.',
  incomplete: 'Zur Straße fehlt noch eine Karte.',
  not_in_hand: 'Diese Karte hast du nicht.',
  no_set: 'Das passt nicht dazu: Es müssen gleiche Zahlen sein, oder genau drei in Folge.',
  must_flip: 'Du hast eine Null: Dreh sie um, statt zu nehmen.',
  no_zero: 'Umgedreht wird nur eine Null.',
}

const en: Record<keyof typeof de, string> = {
  game_over: 'The game is over.',
  not_your_turn: 'Not your turn yet: everybody waits for {name}.',
  penalty_first: 'The triplet comes first: turn over a zero, or take a card.',
  no_penalty: 'Cards are turned over only after a triplet.',
  already_picked: 'You have laid cards already. Now take one.',
  knock_too_early: 'Nobody may knock before all have laid twice in this round.',
  already_knocked: 'Somebody has knocked already.',
  no_pass: 'Passing is for the last round only.',
  nothing_picked: 'Lay cards first, then take one.',
  incomplete: 'The straight still lacks a card.',
  not_in_hand: 'You do not hold this card.',
  no_set: 'That does not fit: it takes equal numbers, or exactly three in a row.',
  must_flip: 'You hold a zero: turn it over instead of taking a card.',
  no_zero: 'Only a zero is turned over.',
}

const say = words({ de, en })

export function reason(code: string, name: string): string | null {
  return code in de ? say(code as keyof typeof de, { name }) : null
}
