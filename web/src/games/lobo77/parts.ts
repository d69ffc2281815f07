/** What lies on the table, and the clause that it comes from; the inner part comes before what it lies in. */
import type { Part } from '@/table/explain.svelte'
import { texts } from './texts'

const say = texts('parts')

export const parts: readonly Part[] = [
  { at: '.dial', clause: 'L5', text: () => say('dial') },
  { at: '.discard', clause: 'L5', text: () => say('played') },
  { at: '.stack', clause: 'L6', text: () => say('draw') },
  { at: '.thermometer', clause: 'L14', text: () => say('line') },
  { at: '.bank', clause: 'L16', text: () => say('bank') },
  { at: '.owed', clause: 'L10', text: () => say('owed') },
  { at: '.next', clause: 'L9', text: () => say('next') },
  { at: '.chips', clause: 'L17', text: () => say('chips') },
  { at: '.hand .place', clause: 'L5', text: () => say('card') },
  { at: '.count', clause: 'L22', text: () => say('cards') },
]
