/** A score in words, as its game tells it, in the language of whoever reads it. */
import { SvelteMap } from 'svelte/reactivity'
import { fill } from '@/i18n/lang.svelte'
import { gameTexts, type GameTexts, type ScoreForm } from './api'
import { settings } from './settings.svelte'

const forms = new SvelteMap<string, GameTexts['score']>()
const asked = new Set<string>()

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
  const key = `${game}/${settings.lang}`
  if (!asked.has(key)) {
    asked.add(key)
    gameTexts(game, settings.lang).then(
      (texts) => forms.set(key, texts.score),
      () => asked.delete(key),
    )
  }
  const form = forms.get(key)
  return form === undefined ? null : scoreText(form, score)
}
