import { catalogue } from './catalogue.svelte'
import de from './de/replay.json'
import en from './en/replay.json'

export const texts = catalogue({ de, en })
