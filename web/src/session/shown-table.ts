/**
 * What every table on the screen has, whether it is played, seen again or practised at: the moment that is shown, and
 * the motion that leads to it.
 */
import { Timeline } from './timeline.svelte'
import type { NewsListener } from './table-session'
import type { SeatInfo } from '@/protocol/types'
import type { AnyEvent, AnyView, Moment, Person } from '@/server/wire'

export abstract class ShownTable {
  protected readonly show = new Timeline()
  abstract readonly people: readonly Person[]

  /** The last event before this seat's last move; 0 where it has made none here. */
  get movedAt(): number {
    return 0
  }
  get whose(): string {
    return ''
  }
  get view(): AnyView | null {
    return this.show.now?.view ?? null
  }
  get task(): string {
    return this.show.now?.task ?? ''
  }
  get waiting(): readonly number[] {
    return this.show.now?.waiting ?? []
  }
  get scores(): readonly number[] {
    return this.show.now?.scores ?? []
  }
  get over(): boolean {
    return this.show.now?.over ?? false
  }
  get winners(): readonly number[] {
    return this.show.now?.winners ?? []
  }
  get hurry(): boolean {
    return this.show.hurry
  }
  /** Whether the newest moment is shown and nothing is in motion. */
  get settled(): boolean {
    return this.show.settled
  }

  name(seat: number): string {
    return this.people[seat]?.name ?? ''
  }
  sentence(event: AnyEvent): string {
    return event.text ?? ''
  }
  onNews(listener: NewsListener): () => void {
    return this.show.listen(listener)
  }
  /** Whether the next step waits until this one was heard. */
  get resting(): boolean {
    return this.show.resting
  }
  onPause(before: (moment: Moment) => number): () => void {
    return this.show.pause(before)
  }
  skip(): void {
    this.show.skip()
  }
  endPause(): void {
    this.show.endPause()
  }
  during(motion: Promise<void>): void {
    void this.show.during(motion)
  }
}

/** The people who once sat at a table: only their names are known, and their pictures if the table has them. */
export function onceSeated(names: readonly string[], seats: readonly Pick<SeatInfo, 'avatar'>[] = []): Person[] {
  return names.map((name, seat) => ({
    seat,
    name,
    bot: false,
    level: null,
    free: false,
    online: true,
    standIn: false,
    host: false,
    avatar: seats[seat]?.avatar ?? null,
    preferences: {},
  }))
}
