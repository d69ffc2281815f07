import type { QwixxEvent } from '@/protocol/types'
import type { Face } from '../face'
import Scene from './Scene.svelte'
import './look.css'

export default {
  table: () => import('./Table.svelte'),
  Scene,
  minutes: 15,
  lesson: () => import('./lesson'),
  examples: () => import('./rules/examples'),
  ending: { scene: () => import('./End.svelte'), sound: 'lock' },
  result: () => import('./Result.svelte'),
  loud: ({ kind }) => kind === 'miss',
  weight(event) {
    const { kind, lock, shown } = event as QwixxEvent
    if (kind === 'cross') return lock ? 9 : 0
    // The more cards, the more there is to tell.
    if (kind === 'show') return 2 * ((shown?.length ?? 1) - 1)
    return kind === 'miss' ? 3 : 0
  },
} satisfies Face
