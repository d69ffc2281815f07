import { words } from '@/i18n/lang.svelte'
import type { QuantoEvent } from '@/protocol/types'
import type { Face } from '../face'
import Scene from './Scene.svelte'
import './look.css'

const w = words({
  de: { cards: '{n} {n|Karte|Karten}', label: 'Nie eine Karte anbieten', help: 'Deinem Partner wird nichts mehr angeboten, und du wirst nicht gefragt.' },
  en: { cards: '{n} {n|card|cards}', label: 'Never offer a card', help: 'Your partner gets no offers any more, and you are not asked.' },
})
const QUIET = new Set(['deal', 'lay', 'no_bonus', 'choose', 'pick'])

export default {
  table: () => import('./Table.svelte'),
  Scene,
  minutes: 20,
  company: 3,
  lesson: () => import('./lesson'),
  quiet: (event, you) => QUIET.has(event.kind) || (event.kind === 'draw' && event.seat !== you && (event as QuantoEvent).card === '?'),
  weight(event) {
    const { kind, owner, seat, cards } = event as QuantoEvent
    if (kind === 'rob') return 4
    if (kind !== 'capture') return 0
    return (owner !== undefined && owner !== seat ? 6 : 0) + (cards?.length ?? 0)
  },
  sides: (seats, options) => (options['teams'] === true ? [[0, 2], [1, 3]] : Array.from({ length: seats }, (_, seat) => [seat])),
  score: (n) => w('cards', { n }),
  answers: (options) => (options['teams'] === true ? [{ name: 'no_offers', label: w('label'), help: w('help') }] : []),
} satisfies Face
