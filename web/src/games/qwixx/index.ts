import type { QwixxEvent } from '@/protocol/types'
import type { Face } from '../face'
import Scene from './Scene.svelte'
import './look.css'


export default {
  table: () => import('./Table.svelte'),
  Scene,
  minutes: 15,
  company: 3,
  lesson: () => import('./lesson'),
  loud: ({ kind }) => kind === 'miss',
  weight(event) {
    const { kind, lock, shown } = event as QwixxEvent
    if (kind === 'cross') return lock ? 9 : 0
    if (kind === 'show') return shown?.length === 3 ? 4 : 0
    return kind === 'miss' ? 3 : 0
  },
} satisfies Face
