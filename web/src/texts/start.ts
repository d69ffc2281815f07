import { catalogue } from './catalogue.svelte'
import de from './de/start.json'
import en from './en/start.json'

export const texts = catalogue({ de, en })
