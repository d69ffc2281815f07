/** What people call cards, rows and actions, as the game's texts say it. */
import { textsOf } from './game-texts.svelte'

/** The name of a card or a row; until it has come, and where it has none, as it is written. */
export function called(game: string, card: string): string {
  const texts = textsOf(game)
  return texts?.cards?.[card] ?? texts?.rows?.[card] ?? card.replace(/^-/, '−')
}

/** The label of a kind of action, whether or not it is possible now; three dots stand for what it is about. */
export function deed(game: string, action: string, what?: string): string {
  const label = textsOf(game)?.actions?.[action] ?? action
  return what === undefined ? label : label.replace('…', what)
}
