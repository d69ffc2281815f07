import { catalogue } from '@/texts/catalogue.svelte'
import de from './de.json'
import en from './en.json'

export const texts = catalogue({ de, en })
export const say = texts('table')
