/** What a game's scene of the end is given: who won, who lost here, and how close it was. */
import type { Snippet } from 'svelte'
import type { Mood } from './mood'

export interface EndScene {
  mood: Mood
  /** The winners under their trophy. */
  winner: Snippet
  /** You, if you lost. */
  loser: Snippet | null
  /** The winner's points, and yours. */
  best: number
  own: number | null
}
