import { catalogue } from './catalogue.svelte'
import de from './de/tables.json'
import en from './en/tables.json'

export const texts = catalogue({ de, en })
