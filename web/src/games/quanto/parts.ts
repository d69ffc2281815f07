/** What lies on the table, and the clause that it comes from; the inner part comes before what it lies in. */
import type { Part } from '@/table/explain.svelte'
import { texts } from './texts'

const say = texts('parts')

export const parts: readonly Part[] = [
  { at: '.tiles', clause: 'N7', text: () => say('tiles') },
  { at: '.pile', clause: 'N5', text: () => say('draw') },
  { at: '.display', clause: 'N6', text: () => say('display') },
  { at: '.work', clause: 'N6', text: () => say('work') },
  { at: '.stack', clause: 'N9', text: () => say('quanto') },
  { at: '.free', clause: 'N10', text: () => say('place') },
  { at: '.won', clause: 'N20', text: () => say('won') },
  { at: '.known', clause: 'N24', text: () => say('known') },
  { at: '.hand .place', clause: 'N12', text: () => say('card') },
  { at: '.held', clause: 'N26', text: () => say('cards') },
]
