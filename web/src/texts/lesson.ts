import { catalogue } from './catalogue.svelte'
import de from './de/lesson.json'
import en from './en/lesson.json'

export const texts = catalogue({ de, en })
