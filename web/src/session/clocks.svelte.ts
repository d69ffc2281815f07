/** The clocks of a table, as they stand at the newest moment. */
import type { SeatClock } from './table-session'
import type { Moment } from '@/server/wire'

export class Clocks {
  /** What everybody has left, by seat. */
  seats = $state.raw<(SeatClock | null)[]>([])
  /** When the clock in the bar runs out: my own, or the first one of the others. */
  deadline = $state<number | null>(null)
  /** Whose clock that is. */
  seat = $state<number | null>(null)
  /** The clock in the bar is my own, and stands still. */
  resting = $state(false)

  /** `bank`: clocks for the whole game, which are shown also while they stand still. */
  see(moment: Moment, you: number | null, bank: boolean): void {
    const at = Date.now()
    const runs = (seat: number): boolean => !bank || (!moment.over && moment.waiting.includes(seat))
    this.seats = moment.clock.map((left, seat) =>
      left === null ? null : runs(seat) ? { runs: true, until: at + left } : { runs: false, left },
    )
    const left = moment.clock.flatMap((ms, seat) => (ms !== null && runs(seat) ? [{ ms, seat }] : []))
    const own = you === null ? null : (moment.clock[you] ?? null)
    const shown = own !== null ? { ms: own, seat: you } : (left.sort((one, other) => one.ms - other.ms)[0] ?? null)
    this.deadline = shown === null ? null : at + shown.ms
    this.seat = shown?.seat ?? null
    this.resting = own !== null && !runs(you ?? 0)
  }

  /** While an undo is asked for, only the asker's clock runs. */
  hold(asker: number): void {
    const at = Date.now()
    this.seats = this.seats.map((clock, seat) =>
      clock?.runs && seat !== asker ? { runs: false, left: Math.max(0, clock.until - at) } : clock,
    )
  }
}
