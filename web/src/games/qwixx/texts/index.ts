import { called } from '@/server/labels.svelte'
import { words } from '@/i18n/lang.svelte'
import type { Colour } from '../sheet'
import { de } from './de'
import { en } from './en'

export const say = words({ de, en })

export const LETTER = { red: 'redLetter', yellow: 'yellowLetter', green: 'greenLetter', blue: 'blueLetter' } as const

/** A card in words, the colour that a joker is played as left out. */
export const named = (card: string): string => called('qwixx', card.split(' ')[0] ?? card)

export const colourName = (colour: Colour): string => called('qwixx', colour)
