import { called } from '@/server/labels.svelte'
import { catalogue } from '@/texts/catalogue.svelte'
import type { Colour } from '../sheet'
import de from './de.json'
import en from './en.json'

export const texts = catalogue({ de, en })
export const say = texts('table')

export const LETTER = { red: 'redLetter', yellow: 'yellowLetter', green: 'greenLetter', blue: 'blueLetter' } as const

/** A card in words, the colour that a joker is played as left out. */
export const named = (card: string): string => called('qwixx', card.split(' ')[0] ?? card)

export const colourName = (colour: Colour): string => called('qwixx', colour)
