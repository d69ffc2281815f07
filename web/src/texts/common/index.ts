/** Words that many screens use. */
import { catalogue } from '../catalogue.svelte'
import de from './de.json'
import en from './en.json'

export const texts = catalogue({ de, en })

export const common = texts('common')

const LEVELS = ['random', 'easy', 'medium', 'hard', 'expert'] as const

const levels = texts('levels')

/** A bot's level in words; one that is new to the page by its own name. */
export function levelName(level: string): string {
  const known = LEVELS.find((name) => name === level)
  return known ? levels(known) : level
}

/** Return a name for a list, with "(you)" behind the reader's own. */
export function markedName(name: string, you: boolean): string {
  return you ? `${name} (${common('you').toLowerCase()})` : name
}
