/** A score in words, as its game tells it, in the reader's language. */
import { fill } from '@/texts/catalogue.svelte'
import type { GameTexts, ScoreForm } from './api'
import { textsOf } from './game-texts.svelte'

function fits({ when }: ScoreForm, score: number): boolean {
  if (when === undefined) return true
  if (typeof when.score === 'number') return score === when.score
  return score >= (when.score.min ?? -Infinity) && score <= (when.score.max ?? Infinity)
}

/** The words of a form for a score. */
export function scoreText(form: NonNullable<GameTexts['score']>, score: number): string {
  const text = typeof form === 'string' ? form : form.find((one) => fits(one, score))?.text
  return fill(text ?? '{score}', { score })
}

/** Null until the game's texts have come, and for games that nobody knows here. */
export function scored(game: string, score: number): string | null {
  const form = textsOf(game)?.score
  return form === undefined ? null : scoreText(form, score)
}
