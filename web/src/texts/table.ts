import { catalogue } from './catalogue.svelte'
import de from './de/table.json'
import en from './en/table.json'

export const texts = catalogue({ de, en })
