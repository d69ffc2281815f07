import { called } from '@/client/called.svelte'
import { words } from '@/i18n/lang.svelte'
import { de } from './words.de'
import { en } from './words.en'

export const say = words({ de, en })

export const named = (card: string): string => called('quanto', card)
