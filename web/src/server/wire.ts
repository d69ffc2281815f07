/** The words that page and server exchange, by the names that the page uses for them. */
import type { Because, OptionValue, SeatInfo } from '@/protocol/types'

export type {
  ActionInfo as Action,
  ChatLine,
  GameId,
  Moment,
  SeatInfo,
  ServerMessage,
  StandingInfo as Standing,
  State,
  TableInfo,
  UndoAsk,
  Bilingual,
} from '@/protocol/types'

/** What every game's view has; a game's own table reads it as its own type. */
export interface AnyView {
  game: string
  seats: number
  you: number | null
  phase: string
  over: boolean
  waiting: number[]
  scores: number[]
  winners: number[]
  options: Record<string, OptionValue>
}
/** What every game's event has. */
export interface AnyEvent {
  seq: number
  seat: number | null
  kind: string
  winners?: number[]
  /** Of an undo: the first event that no longer holds. */
  since?: number
  /** Its sentence for this viewer; '' for what needs no words. */
  text?: string
}

/** A seat, and the key to it. */
export interface Seat {
  seat: number
  token: string
}

/** Why something does not go. */
export type Reason = Pick<Because, 'code' | 'clause' | 'text'>

/** Who sits on a seat, as the table shows it. */
export interface Person {
  seat: number
  name: string
  /** Plays by itself, from the beginning. */
  bot: boolean
  /** The bot's level. */
  level: string | null
  /** Nobody sits here yet. */
  free: boolean
  online: boolean
  /** A bot plays on for a player who left or ran out of time. */
  standIn: boolean
  host: boolean
  avatar: SeatInfo['avatar']
  /** Standing answers that are given by themselves. */
  preferences: Readonly<Record<string, boolean>>
}

export function person(info: SeatInfo, host: number | null): Person {
  return {
    seat: info.seat,
    name: info.name ?? '',
    bot: info.kind === 'bot',
    level: info.level,
    free: info.kind === 'open',
    online: info.online,
    standIn: info.standing_in,
    host: info.seat === host,
    avatar: info.avatar,
    preferences: info.preferences,
  }
}
