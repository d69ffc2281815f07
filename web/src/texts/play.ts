import { catalogue } from './catalogue.svelte'
import de from './de/play.json'
import en from './en/play.json'

export const texts = catalogue({ de, en })
