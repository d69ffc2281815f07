/** What a person wants of a table besides playing: one message each. */
import type { ClientMessage, Pace, Reaction } from '@/protocol/types'
import { ShownTable } from './shown-table'

export abstract class TableRequests extends ShownTable {
  /** Send it; false if that is impossible now, which the player has been told. */
  protected abstract ask(message: ClientMessage): boolean

  answerUndo(agree: boolean): void {
    this.ask({ type: 'undo_answer', agree })
  }
  start(empty: 'bots' | 'close' = 'bots'): void {
    this.ask({ type: 'start', empty })
  }
  setSeat(seat: number, bot: string | null): void {
    this.ask({ type: 'set_seat', seat, bot })
  }
  swap(seat: number, other: number): void {
    this.ask({ type: 'swap', seat, other })
  }
  kick(seat: number): void {
    this.ask({ type: 'kick', seat })
  }
  handOver(seat: number): void {
    this.ask({ type: 'hand_over', seat })
  }
  leave(): boolean {
    return this.ask({ type: 'leave' })
  }
  /** A player has been away for long: a bot plays on. */
  standIn(seat: number): void {
    this.ask({ type: 'stand_in', seat })
  }
  back(): void {
    this.ask({ type: 'back' })
  }
  /** A standing answer, given by itself from now on. */
  prefer(name: string, on: boolean): void {
    this.ask({ type: 'prefer', name, on })
  }
  /** How quickly and how well all bots play, from now on. */
  tune(change: { pace?: Pace; level?: string }): void {
    this.ask({ type: 'tune', pace: change.pace ?? null, level: change.level ?? null })
  }
  list(on: boolean): void {
    this.ask({ type: 'list', on })
  }
  switchChat(on: boolean): void {
    this.ask({ type: 'chat_switch', on })
  }
  react(reaction: Reaction): void {
    this.ask({ type: 'react', reaction })
  }
}
