/** What lies on the table, and the clause that it comes from; the inner part comes before what it lies in. */
import type { Part } from '@/table/explain.svelte'
import { texts } from './texts'

const say = texts('parts')

export const parts: readonly Part[] = [
  { at: '.pile', clause: 'Q11', text: () => say('draw') },
  { at: '.laid', clause: 'Q12', text: () => say('laid') },
  { at: '.backs', clause: 'Q4', text: () => say('backs') },
  { at: '.dots', clause: 'Q18', text: () => say('dots') },
  { at: '.points', clause: 'Q22', text: () => say('points') },
  { at: '.sum', clause: 'Q19', text: () => say('sum') },
  { at: '.goal', clause: 'Q22', text: () => say('goal') },
  { at: '[data-action="knock"]', clause: 'Q17', text: () => say('knock') },
  { at: '.hand .place', clause: 'Q7', text: () => say('card') },
]
