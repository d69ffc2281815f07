import { catalogue } from './catalogue.svelte'
import de from './de/end.json'
import en from './en/end.json'

export const texts = catalogue({ de, en })
