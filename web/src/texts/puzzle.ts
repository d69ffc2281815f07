import { catalogue } from './catalogue.svelte'
import de from './de/puzzle.json'
import en from './en/puzzle.json'

export const texts = catalogue({ de, en })
