/** A table told by ear: every move, and what to do when it is one's turn, whatever the window shows. */
import { onDestroy, tick, untrack } from 'svelte'
import type { TableSession } from '@/session/session.svelte'
import { settings } from '@/device/settings.svelte'
import { voice } from './voice'
import { say } from '@/table/words'

// Whoever comes to a table hears how it got here, in so many sentences.
const BEFORE = 3
// So much at once was not seen happening: only its end is told.
const TOO_MUCH = 40

/** Call it while a component is set up; the table is silent again when the component goes. */
export function speaking(session: TableSession): void {
  let heard: number | null = null
  let asked = ''

  $effect(() => {
    const { events, myTurn, task } = session
    untrack(() => {
      const last = events.at(-1)?.seq ?? 0
      const fresh = heard === null || last < heard ? [] : events.filter((event) => event.seq > (heard ?? 0))
      // The first sight of a table, a jump in a replay, or a long time away; told again in another language it is
      // nothing new.
      const jump = heard === null || last < heard || fresh.length > TOO_MUCH
      const aloud = jump
        ? events
            .slice(-TOO_MUCH)
            .filter((event) => session.sentence(event))
            .slice(-BEFORE)
        : fresh
      for (const event of aloud) voice.say(session.sentence(event))
      if (aloud.some((event) => event.seat !== session.you || event.kind === 'undo')) asked = ''
      heard = last
      if (!myTurn) return
      // Within a turn the same is not asked twice.
      if (task !== asked) voice.say(task)
      asked = task
    })
  })

  $effect(() => {
    const { notice } = session
    if (notice)
      untrack(() =>
        voice.say(
          `${notice.text[settings.lang]} ${notice.clause ? say('rule', { clause: notice.clause }) : ''}`.trim(),
        ),
      )
  })

  // At a slower pace nothing happens before the last thing was heard.
  async function heardOut(): Promise<void> {
    await tick()
    await new Promise((done) => setTimeout(done, voice.left))
  }
  onDestroy(session.onNews(() => (settings.slow ? heardOut() : undefined)))
  onDestroy(() => voice.hush())
}
