/** What a game may bring for the page, beside what its declaration says: everything here is optional but the table and the picture. */
import type { Component } from 'svelte'
import type { AnyEvent } from '@/client/wire'
import type { Lesson } from '@/learn/tip'
import type { OptionValue } from '@/protocol/types'
import type { Stage } from '@/table/stage.svelte'

/** A switch that is remembered on this device. */
export interface Preference {
  on: boolean
  readonly label: string
  readonly help: string
}

/** An answer that is given by itself once somebody has said so. */
export interface Answer {
  name: string
  label: string
  help: string
}

export interface Face {
  /** Loaded when somebody sits down. */
  table: () => Promise<{ default: Component<{ stage: Stage }> }>
  /** A small living picture. */
  Scene: Component
  /** How long a game takes among people, about. */
  minutes?: number
  /** How many sit at a table that is opened with one tap. */
  company?: number
  /** A guided first game. */
  lesson?: () => Promise<{ default: Lesson }>
  preferences?: readonly Preference[]
  /** Keeps the table tidy and is not worth a line in the log. */
  quiet?: (event: AnyEvent, you: number | null) => boolean
  /** Stands out in the log. */
  loud?: (event: AnyEvent) => boolean
  /** How much an event is worth telling after the game; 0: not at all. */
  weight?: (event: AnyEvent) => number
  /** Actions that a seat may leave undone while others play on. */
  optional?: readonly string[]
  /** The fewest points win. */
  lowWins?: boolean
  /** Who wins together; everybody alone if it is not said. */
  sides?: (seats: number, options: Record<string, OptionValue>) => readonly (readonly number[])[]
  /** How a score is told. */
  score?: (score: number) => string
  /** What a seat can have answered by itself under these options. */
  answers?: (options: Record<string, OptionValue>) => readonly Answer[]
}
