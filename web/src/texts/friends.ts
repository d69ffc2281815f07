import { catalogue } from './catalogue.svelte'
import de from './de/friends.json'
import en from './en/friends.json'

export const texts = catalogue({ de, en })
