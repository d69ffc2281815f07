import type { de } from './de'

export const en: Record<keyof typeof de, string> = {
  chooseValue: 'Which number is the joker?',
  whatWith: 'What will you do with the {card}?',
  tapTo: '{card}: {verbs}',
  chosen: '{card}, chosen',
  instead: 'Choose {card} instead',
  cannot: '{card}, not possible now',
  display: 'Display',
  revealed: 'Revealed',
  tiles: 'Tiles in the middle: {list}',
  noTiles: 'No tiles in the middle',
  pile: 'Draw pile: {n} {n|card|cards}',
  won: '{n} {n|card|cards} won',
  team: '{n} together',
  quantoOf: 'Quanto of {name}: tile {tile}, {n} {n|card|cards}: {list}',
  yourQuanto: 'Your quanto: tile {tile}, {n} {n|card|cards}: {list}',
  group: 'Group: {list} makes {n}',
  work: 'Card played: {card}',
  knows: '{name} holds, as you know: {list}',
  knowsOf: '{name} holds, as {whose} knows: {list}',
}
