/** What a game may bring for the page, beside what its declaration says: everything here is optional but the table. */
import type { Component } from 'svelte'
import type { Sound } from '@/device/sound'
import type { EndScene } from '@/end/scene'
import type { Action, AnyEvent, AnyView } from '@/server/wire'
import type { Taught } from '@/lesson/lesson'
import type { Examples } from '@/rules/example'
import type { Part as TablePart } from '@/table/explain.svelte'
import type { Stage } from '@/table/stage.svelte'

/** A switch that is remembered on this device. */
export interface Preference {
  on: boolean
  readonly label: string
  readonly help: string
}

/** One player's part of a step that all at one device take together. */
export interface Part {
  view: AnyView
  seat: number
  actions: readonly Action[]
  chosen: string | null
  choose: (action: string | null) => void
}

export interface Face {
  /** Loaded when a player sits down. */
  table: () => Promise<{ default: Component<{ stage: Stage }> }>
  /** A small living picture; without one the plain table's is shown. */
  Scene?: Component
  /** How long a game takes among people, about. */
  minutes?: number
  /** How many sit at a table where nobody has said so, if not as usual. */
  company?: number
  /** What can be asked about: the parts of the table. */
  parts?: readonly TablePart[]
  /**
   * A step in which all decide at once and nothing is secret: what passes in it, or null in any other step. People at
   * one device then decide on the open table.
   */
  together?: { pass: (view: AnyView) => string | null; part: () => Promise<{ default: Component<Part> }> }
  /** Situations to learn the game by. */
  lesson?: () => Promise<Taught>
  /** Pictures for the rules, one for each section. */
  examples?: () => Promise<Examples>
  preferences?: readonly Preference[]
  /** How the result came about, below the places. */
  result?: () => Promise<{ default: Component<{ view: AnyView; names: readonly string[] }> }>
  /** The end on the felt, and what is heard of it; without one it is a podium. */
  ending?: { scene: () => Promise<{ default: Component<EndScene> }>; sound: Sound }
  /** What of the last table stands on a picture to send, without spoiling a card: drawn into this much room. */
  picture?: (pen: CanvasRenderingContext2D, view: AnyView, you: number, width: number, height: number) => void
  /** Stands out in the log. */
  loud?: (event: AnyEvent) => boolean
  /** What only the sight of the table tells about these events, in sentences. */
  aloud?: (events: readonly AnyEvent[], you: number | null, view: AnyView) => string[]
  /** How much an event is worth telling after the game; 0: not at all. */
  weight?: (event: AnyEvent) => number
}
