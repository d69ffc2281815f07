/** What lies on the table, and the clause that it comes from; the inner part comes before what it lies in. */
import type { Part } from '@/table/explain.svelte'
import { texts } from './texts'

const say = texts('parts')

export const parts: readonly Part[] = [
  { at: '.steps', clause: 'X7', text: () => say('steps') },
  { at: '.display', clause: 'X7', text: () => say('display') },
  { at: '.cards > .pile', clause: 'X8', text: () => say('top') },
  { at: '.dots', clause: 'X8', text: () => say('dots') },
  { at: '.played', clause: 'X9', text: () => say('played') },
  { at: '.lock', clause: 'X5', text: () => say('lock') },
  { at: '.scale', clause: 'X14', text: () => say('scale') },
  { at: '.row > .points', clause: 'X14', text: () => say('rowPoints') },
  { at: '.paper-sheet .row', clause: 'X3', text: () => say('row') },
  { at: '.misses', clause: 'X12', text: () => say('misses') },
  { at: '.missed', clause: 'X12', text: () => say('missed') },
  { at: '.held', clause: 'X1', text: () => say('cards') },
  { at: '.before .sheet', clause: 'X2', text: () => say('sheet') },
  { at: '.score', clause: 'X14', text: () => say('score') },
  { at: '.hand .place', clause: 'X9', text: () => say('card') },
]
