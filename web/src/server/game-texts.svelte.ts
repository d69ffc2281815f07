/** What is written about a game, as far as it has come from the server: once per game and language. */
import { SvelteMap } from 'svelte/reactivity'
import { gameTexts, type GameTexts } from './api'
import { settings } from '@/device/settings.svelte'

const found = new SvelteMap<string, GameTexts>()
const asked = new Set<string>()

/** Null until the texts have come, and for games that nobody knows here. */
export function textsOf(game: string): GameTexts | null {
  const key = `${game}/${settings.lang}`
  if (!asked.has(key)) {
    asked.add(key)
    gameTexts(game, settings.lang).then(
      (texts) => found.set(key, texts),
      () => asked.delete(key),
    )
  }
  return found.get(key) ?? null
}
