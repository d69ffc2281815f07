import { words } from '@/i18n/lang.svelte'
import { de } from './de'
import { en } from './en'

export const say = words({ de, en })
