/** What was told and still stands: without the moves that were taken back. */
import type { AnyEvent } from '@/server/wire'

/** An undo says from which event on nothing stands any more. */
export function notUndone<E extends AnyEvent>(events: readonly E[]): E[] {
  const kept: E[] = []
  for (const event of events) {
    if (event.kind === 'undo' && event.since !== undefined) while ((kept.at(-1)?.seq ?? 0) >= event.since) kept.pop()
    kept.push(event)
  }
  return kept
}
