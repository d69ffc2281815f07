import type { QuantoEvent, QuantoView } from '@/protocol/types'
import type { Face } from '../face'
import { parts } from './parts'
import { picture } from './picture'
import Scene from './Scene.svelte'
import { named, say } from './texts'
import './look.css'

export default {
  table: () => import('./Table.svelte'),
  Scene,
  parts,
  picture,
  minutes: 20,
  lesson: () => import('./lesson'),
  examples: () => import('./rules/examples'),
  ending: { scene: () => import('./End.svelte'), sound: 'capture' },
  loud(event) {
    const { kind, owner, seat } = event as QuantoEvent
    return kind === 'rob' || (kind === 'capture' && owner !== undefined && owner !== seat)
  },
  aloud(events, you, view) {
    const cards = events.flatMap((event) => (event.kind === 'lay' ? [named((event as QuantoEvent).card ?? '')] : []))
    const group = (view as QuantoView).groups.at(-1)
    const open = group && !group.closed && events.some(({ kind, seat }) => kind === 'pick' && seat === you)
    return [
      ...(open ? [say('missing', { sum: group.sum, n: group.goal - group.sum })] : []),
      ...(cards.length ? [say('filled', { n: cards.length, list: cards.join(', ') })] : []),
    ]
  },
  weight(event) {
    const { kind, owner, seat, cards } = event as QuantoEvent
    if (kind === 'rob') return 4
    if (kind !== 'capture') return 0
    return (owner !== undefined && owner !== seat ? 6 : 0) + (cards?.length ?? 0)
  },
} satisfies Face
