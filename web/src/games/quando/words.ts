import { words } from '@/i18n/lang.svelte'
import { de } from './words.de'
import { en } from './words.en'

export const say = words({ de, en })
