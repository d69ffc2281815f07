import type { QwixxEvent, QwixxView } from '@/protocol/types'
import type { Face } from '../face'
import { parts } from './parts'
import { picture } from './picture'
import Scene from './Scene.svelte'
import { numberOf } from './sheet'
import { say } from './texts'
import './look.css'

export default {
  table: () => import('./Table.svelte'),
  Scene,
  parts,
  together: {
    pass: (view) => ((view as QwixxView).phase === 'decide' ? 'skip' : null),
    part: () => import('./Round.svelte'),
  },
  picture,
  minutes: 15,
  lesson: () => import('./lesson'),
  examples: () => import('./rules/examples'),
  ending: { scene: () => import('./End.svelte'), sound: 'lock' },
  result: () => import('./Result.svelte'),
  aloud(events, you, view) {
    const { phase, turn, display } = view as QwixxView
    const begins = phase === 'take' && turn === you && !events.some(({ kind, seat }) => kind === 'take' && seat === you)
    const list = display.flatMap((card) => (card === null ? [] : [numberOf(card)])).join(', ')
    return events.length && begins && list ? [say('choice', { list })] : []
  },
  loud: ({ kind }) => kind === 'miss',
  weight(event) {
    const { kind, lock, shown } = event as QwixxEvent
    if (kind === 'cross') return lock ? 9 : 0
    // The more cards, the more there is to tell.
    if (kind === 'show') return 2 * ((shown?.length ?? 1) - 1)
    return kind === 'miss' ? 3 : 0
  },
} satisfies Face
