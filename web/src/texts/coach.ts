import { catalogue } from './catalogue.svelte'
import de from './de/coach.json'
import en from './en/coach.json'

export const texts = catalogue({ de, en })
