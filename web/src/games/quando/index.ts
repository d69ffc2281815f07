import type { Face } from '../face'
import { memory } from './memory.svelte'
import { parts } from './parts'
import { picture } from './picture'
import Scene from './Scene.svelte'
import './look.css'

const LOUD = new Set(['knock', 'triplet', 'round_end'])
const WEIGHTS: Record<string, number> = { knock: 8, triplet: 5, round_end: 4 }

export default {
  table: () => import('./Table.svelte'),
  Scene,
  parts,
  picture,
  minutes: 20,
  lesson: () => import('./lesson'),
  examples: () => import('./rules/examples'),
  ending: { scene: () => import('./End.svelte'), sound: 'stamp' },
  preferences: [memory],
  loud: ({ kind }) => LOUD.has(kind),
  weight: ({ kind }) => WEIGHTS[kind] ?? 0,
} satisfies Face
