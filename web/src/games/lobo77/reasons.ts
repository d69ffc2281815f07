/** Why something does not go, said to the person who tried it. */
import { words } from '@/i18n/lang.svelte'

const say = words({
  de: {
    game_over: 'Das Spiel ist zu Ende.',
    not_your_turn: 'Du bist noch nicht dran: {name} spielt.',
    not_in_hand: 'Diese Karte hast du nicht.',
    no_manual_draw: 'Du musst nicht ziehen: Der Tisch macht das für dich.',
    no_draw_open: 'Für dich gibt es gerade nichts zu ziehen.',
    double_on_double: 'Auf eine ×2 darf nicht gleich noch eine ×2. Spiel erst etwas anderes.',
  },
  en: {
    game_over: 'The game is over.',
    not_your_turn: 'Not your turn yet: {name} is playing.',
    not_in_hand: 'You do not hold this card.',
    no_manual_draw: 'You need not draw: the table does it for you.',
    no_draw_open: 'There is nothing for you to draw now.',
    double_on_double: 'No ×2 directly on a ×2. Play something else first.',
  },
})

const KNOWN = new Set(['game_over', 'not_your_turn', 'not_in_hand', 'no_manual_draw', 'no_draw_open', 'double_on_double'])

export function reason(code: string, name: string): string | null {
  return KNOWN.has(code) ? say(code as Parameters<typeof say>[0], { name }) : null
}
