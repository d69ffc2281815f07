/** Why something does not go, said to the person who tried it. */
import { words } from '@/i18n/lang.svelte'

const de = {
  game_over: 'Das Spiel ist zu Ende.',
  wrong_step: 'Das gehört zu einem anderen Schritt.',
  wrong_step_take: 'Erst werden Karten aus der Mitte genommen.',
  wrong_step_decide: 'Jetzt geht es nur um die Zahl für alle.',
  wrong_step_choose: 'Jetzt werden Karten gespielt.',
  wrong_step_cross: 'Jetzt wird nur in der gespielten Farbe angekreuzt.',
  not_your_turn: 'Du bist noch nicht dran: {name} ist am Zug.',
  already_decided: 'Du hast dich schon entschieden.',
  slot_empty: 'Hier liegt keine Karte.',
  not_in_hand: 'Diese Karte hast du nicht.',
  row_closed: 'Diese Reihe ist für dich geschlossen.',
  left_of_cross: 'Es geht nur von links nach rechts, und das liegt links von deinem letzten Kreuz.',
  needs_five: 'Für die letzte Zahl brauchst du erst fünf Kreuze in der Reihe.',
  other_colour: 'Alle gespielten Karten müssen eine Farbe haben.',
  three_at_most: 'Mehr als drei Karten gehen nicht.',
  nothing_played: 'Spiel zuerst eine Karte.',
  not_shown: 'Diese Zahl hast du nicht gezeigt.',
  gap: 'Zwischen deinen Kreuzen darf höchstens eine Zahl frei bleiben.',
}

const en: Record<keyof typeof de, string> = {
  game_over: 'The game is over.',
  wrong_step: 'That belongs to another step.',
  wrong_step_take: 'Cards are taken from the middle first.',
  wrong_step_decide: 'Now it is about the number for all only.',
  wrong_step_choose: 'Now cards are played.',
  wrong_step_cross: 'Now numbers are crossed in the colour played only.',
  not_your_turn: 'Not your turn yet: {name} is active.',
  already_decided: 'You have decided already.',
  slot_empty: 'There is no card here.',
  not_in_hand: 'You do not hold this card.',
  row_closed: 'This row is closed for you.',
  left_of_cross: 'It goes from left to right, and this lies left of your last cross.',
  needs_five: 'The last number needs five crosses in its row first.',
  other_colour: 'All cards played must have one colour.',
  three_at_most: 'No more than three cards.',
  nothing_played: 'Play a card first.',
  not_shown: 'You have not shown this number.',
  gap: 'No more than one number may stay open between your crosses.',
}

const say = words({ de, en })

export function reason(code: string, name: string, phase: string): string | null {
  const precise = `${code}_${phase}`
  const key = precise in de ? precise : code
  return key in de ? say(key as keyof typeof de, { name }) : null
}
