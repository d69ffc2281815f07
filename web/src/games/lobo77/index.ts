import type { Lobo77Event } from '@/protocol/types'
import type { Face } from '../face'
import { parts } from './parts'
import { picture } from './picture'
import Scene from './Scene.svelte'
import { say } from './texts'
import './look.css'

const LOUD = new Set(['chip', 'out', 'round_end'])

export default {
  table: () => import('./Table.svelte'),
  Scene,
  parts,
  picture,
  minutes: 15,
  company: 4,
  lesson: () => import('./lesson'),
  examples: () => import('./rules/examples'),
  ending: { scene: () => import('./End.svelte'), sound: 'slam' },
  loud: ({ kind }) => LOUD.has(kind),
  aloud(events) {
    const end = events.findIndex(({ kind }) => kind === 'round_end')
    return end >= 0 && events.slice(end).some(({ kind }) => kind === 'deal') ? [say('newRound')] : []
  },
  weight(event) {
    if (event.kind === 'out') return 9
    if (event.kind === 'chip') return (event as Lobo77Event).left === 0 ? 7 : 2
    return 0
  },
} satisfies Face
