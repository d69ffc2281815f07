import { catalogue } from './catalogue.svelte'
import de from './de/lobby.json'
import en from './en/lobby.json'

export const texts = catalogue({ de, en })
