import { catalogue } from './catalogue.svelte'
import de from './de/new-table.json'
import en from './en/new-table.json'

export const texts = catalogue({ de, en })
