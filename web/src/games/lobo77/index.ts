import { words } from '@/i18n/lang.svelte'
import type { Lobo77Event } from '@/protocol/types'
import type { Face } from '../face'
import Scene from './Scene.svelte'
import './look.css'

const w = words({
  de: { chips: '{n} {n|Chip|Chips}', swims: 'schwimmt', out: 'raus' },
  en: { chips: '{n} {n|chip|chips}', swims: 'swimming', out: 'out' },
})
const LOUD = new Set(['chip', 'out', 'round_end'])

export default {
  table: () => import('./Table.svelte'),
  Scene,
  minutes: 15,
  company: 4,
  lesson: () => import('./lesson'),
  optional: ['draw'],
  score: (n) => (n < 0 ? w('out') : n === 0 ? w('swims') : w('chips', { n })),
  quiet: (event, you) => event.kind === 'deal' || (event.kind === 'draw' && event.seat !== you && (event as Lobo77Event).card === '?'),
  loud: ({ kind }) => LOUD.has(kind),
  weight(event) {
    if (event.kind === 'out') return 9
    if (event.kind === 'chip') return (event as Lobo77Event).left === 0 ? 7 : 2
    return 0
  },
} satisfies Face
