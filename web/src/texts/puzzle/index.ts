import { catalogue } from '../catalogue.svelte'
import de from './de.json'
import en from './en.json'

export const texts = catalogue({ de, en })
