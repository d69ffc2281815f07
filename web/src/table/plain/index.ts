/** The face of a game that has none of its own. */
import type { Face } from '@/games/face'
import Scene from './Scene.svelte'

export const PLAIN = {
  table: () => import('./Plain.svelte'),
  Scene,
} satisfies Face
