import { catalogue } from './catalogue.svelte'
import de from './de/settings.json'
import en from './en/settings.json'

export const texts = catalogue({ de, en })
