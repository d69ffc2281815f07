import { called } from '@/server/labels.svelte'
import { words } from '@/i18n/lang.svelte'
import { de } from './de'
import { en } from './en'

export const say = words({ de, en })

export const named = (card: string): string => called('quanto', card)
