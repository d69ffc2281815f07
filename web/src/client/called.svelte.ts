/** What people call cards and rows, as the server says it: once per game and language. */
import { SvelteMap } from 'svelte/reactivity'
import { gameTexts } from './api'
import { settings } from './settings.svelte'

const names = new SvelteMap<string, Record<string, string>>()
const asked = new Set<string>()

/** The name of a card or a row; until it has come, and where it has none, as it is written. */
export function called(game: string, card: string): string {
  const key = `${game}/${settings.lang}`
  if (!asked.has(key)) {
    asked.add(key)
    gameTexts(game, settings.lang).then(
      (texts) => names.set(key, { ...texts.rows, ...texts.cards }),
      () => asked.delete(key),
    )
  }
  return names.get(key)?.[card] ?? card.replace(/^-/, '−')
}
