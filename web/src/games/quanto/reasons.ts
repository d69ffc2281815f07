/** Why something does not go, said to the person who tried it. */
import { words } from '@/i18n/lang.svelte'

const de = {
  game_over: 'Das Spiel ist zu Ende.',
  not_your_turn: 'Du bist noch nicht dran: Alle warten auf {name}.',
  no_teams: 'Das gibt es nur im Spiel zwei gegen zwei.',
  wrong_step: 'Das kommt erst später.',
  wrong_step_card: 'Wähl zuerst eine deiner Karten.',
  wrong_step_verb: 'Sag erst, was du mit deiner Karte machst.',
  wrong_step_pick: 'Jetzt suchst du Karten aus der Auslage aus.',
  wrong_step_bonus: 'Nimm noch eine Karte der Auslage, oder nichts mehr.',
  wrong_step_offer: 'Erst geht es um das Angebot.',
  wrong_step_answer: 'Erst geht es um das Angebot.',
  wrong_step_give: 'Gib zuerst eine Karte zurück.',
  not_in_hand: 'Diese Karte hast du nicht übrig.',
  not_revealed: 'Wähl eine der aufgedeckten Karten.',
  no_action: 'Mit dieser Karte geht gerade nichts. Nimm eine, die leuchtet.',
  no_capture: 'In der Auslage liegt nichts, was diese Zahl ergibt.',
  has_quanto: 'Du hast schon einen Quanto, und mehr als einer geht nicht.',
  no_tile: 'Keine Karte der Auslage ergibt damit ein freies Plättchen.',
  no_quanto: 'Dafür liegt kein Quanto da.',
  no_serve: 'Damit lässt sich die Zahl des Plättchens nicht erreichen.',
  not_the_tile: 'Einen Quanto holst du nur mit genau der Zahl seines Plättchens.',
  no_steal: 'Stehlen kann nur ein Joker aus der Hand, und nur von Gegnern.',
  must_act: 'Ablegen darfst du nur, wenn nichts anderes geht.',
  not_in_display: 'So eine Karte liegt nicht mehr in der Auslage.',
  no_group: 'Damit lässt sich die Summe nicht genau treffen.',
  not_done: 'Mach erst die Gruppe fertig.',
  no_bonus: 'So eine Karte liegt nicht mehr in der Auslage.',
}

const en: Record<keyof typeof de, string> = {
  game_over: 'The game is over.',
  not_your_turn: 'Not your turn yet: everybody waits for {name}.',
  no_teams: 'That is for two against two only.',
  wrong_step: 'That comes later.',
  wrong_step_card: 'Choose one of your cards first.',
  wrong_step_verb: 'Say first what you do with your card.',
  wrong_step_pick: 'Now you pick cards of the display.',
  wrong_step_bonus: 'Take one more card of the display, or nothing more.',
  wrong_step_offer: 'The offer comes first.',
  wrong_step_answer: 'The offer comes first.',
  wrong_step_give: 'Give a card back first.',
  not_in_hand: 'You have no such card to spare.',
  not_revealed: 'Choose one of the revealed cards.',
  no_action: 'Nothing can be done with this card now. Take one that lights up.',
  no_capture: 'Nothing in the display makes this number.',
  has_quanto: 'You have a quanto already, and one is the limit.',
  no_tile: 'No card of the display makes a free tile with it.',
  no_quanto: 'There is no quanto for that.',
  no_serve: 'The number of the tile cannot be made with it.',
  not_the_tile: 'A quanto is claimed with exactly the number of its tile.',
  no_steal: 'Only a joker from the hand steals, and only from opponents.',
  must_act: 'You may discard only when nothing else can be done.',
  not_in_display: 'No such card is left in the display.',
  no_group: 'The sum cannot be made exactly with it.',
  not_done: 'Complete the group first.',
  no_bonus: 'No such card is left in the display.',
}

const say = words({ de, en })

export function reason(code: string, name: string, step: string | null): string | null {
  const precise = `${code}_${step}`
  const key = precise in de ? precise : code
  return key in de ? say(key as keyof typeof de, { name }) : null
}
