import { catalogue } from './catalogue.svelte'
import de from './de/evening.json'
import en from './en/evening.json'

export const texts = catalogue({ de, en })
