/** The words that page and server exchange, as the page uses them. */

export type GameId = 'lobo77' | 'quando' | 'quanto' | 'qwixx'
export const GAMES: readonly GameId[] = ['lobo77', 'quando', 'quanto', 'qwixx']

export interface Words {
  de: string
  en: string
}

export interface Action {
  id: number
  text: string
}

/** What every game's view has; the rest belongs to the game (see protocol/types.ts). */
export interface AnyView {
  game: string
  seats: number
  you: number | null
  phase: string
  waiting: number[]
  turn: number
  scores: number[]
  winners: number[]
  options: Record<string, unknown>
}

export interface AnyEvent {
  seq: number
  seat: number | null
  kind: string
  [more: string]: unknown
}

export interface Reason {
  code: string
  clause: string
  text: Words
}

export interface SeatInfo {
  seat: number
  kind: 'open' | 'person' | 'bot'
  name: string | null
  level: string | null
  online: boolean
  /** A bot plays for this person, who may come back any time. */
  standing_in: boolean
  no_offers: boolean
}

export type State = 'lobby' | 'playing' | 'over'

export interface TableInfo {
  code: string
  game: string
  version: number
  options: Record<string, boolean | number | string>
  state: State
  host: number | null
  seats: SeatInfo[]
  timer: number | null
  stand_in: string
  spectators: 'none' | 'public' | 'rounds'
  pace: 'human' | 'instant'
  chat: boolean
  lang: 'de' | 'en'
  watching: number
  created: number
  touched: number
  rematch: string | null
  note: Words | null
}

/** The table as the seat may know it now. */
export interface Moment {
  seq: number
  told: number
  events: AnyEvent[]
  view: AnyView | null
  actions: Action[]
  waiting: number[]
  scores: number[]
  over: boolean
  winners: number[]
  clock: (number | null)[]
  can_undo: boolean
}

export interface ChatLine {
  n: number
  seat: number
  name: string
  text: string
  at: number
}

export interface UndoAsk {
  seat: number
  open: number[]
}

export type ServerMessage =
  | (Moment & { type: 'welcome'; you: number | null; table: TableInfo; chat: ChatLine[]; undo: UndoAsk | null })
  | (Moment & { type: 'news' })
  | { type: 'people'; table: TableInfo }
  | { type: 'accepted'; id: string; seq: number }
  | ({ type: 'refused'; id: string | null } & Reason)
  | ({ type: 'because'; id: string } & Reason)
  | { type: 'chat'; line: ChatLine }
  | { type: 'reaction'; seat: number; reaction: string }
  | { type: 'undo_asked'; undo: UndoAsk }
  | { type: 'undo_answered'; seat: number; agreed: boolean; by: number | null }
  | { type: 'rematch'; code: string }
  | { type: 'goodbye'; code: string; text: Words }
  | { type: 'pong' }
