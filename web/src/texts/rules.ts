import { catalogue } from './catalogue.svelte'
import de from './de/rules.json'
import en from './en/rules.json'

export const texts = catalogue({ de, en })
