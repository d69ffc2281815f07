import { catalogue } from './catalogue.svelte'
import de from './de/fair.json'
import en from './en/fair.json'

export const texts = catalogue({ de, en })
