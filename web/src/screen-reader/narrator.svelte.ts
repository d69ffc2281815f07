/** A table told by ear: every move, and what to do when it is one's turn, whatever the window shows. */
import { onDestroy, tick, untrack } from 'svelte'
import type { AnyEvent, TableSession } from '@/session/session.svelte'
import { faceOf } from '@/games'
import { textsOf } from '@/server/game-texts.svelte'
import { settings } from '@/device/settings.svelte'
import { recall, remember } from '@/device/storage'
import { tellAhead, toldAhead } from './ahead'
import { waits } from './listener.svelte'
import { answer } from './queries'
import { voice } from './voice'
import { say } from '@/table/words'

// The number of sentences that tell a newcomer how the table got here.
const BEFORE = 3
// These are pressed together with other keys.
const SILENT: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta'])
// So much at once was not seen happening: only its end is told.
const TOO_MUCH = 40

/** Call it while a component is set up; the table is silent again when the component goes. */
export function speaking(session: TableSession): void {
  let heard: number | null = null
  let dealt = $state(false)
  let asked = ''
  let askedAfter = 0 // the last own move before the last question

  /** The sentences of what happened, with what only the sight of the table tells. */
  function told(events: readonly AnyEvent[]): string[] {
    return [
      ...events.map((event) => (toldAhead(event) ? '' : session.sentence(event))),
      ...(session.view ? (faceOf(session.game).aloud?.(events, session.you, session.view) ?? []) : []),
    ].filter(Boolean)
  }

  /** Tell the player's own cards, once they lie there. */
  async function tellHand(): Promise<void> {
    await faceOf(session.game).table()
    await tick()
    if (session.you !== null && document.querySelector('.hand button')) voice.say(answer('h', session))
  }

  // Before the game's texts have come, cards have no names.
  $effect(() => {
    if (!dealt || textsOf(session.game) === null) return
    dealt = false
    untrack(() => void tellHand())
  })

  $effect(() => {
    const { events, myTurn, task, waiting, you, pending, over } = session
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
      heard = last
      for (const sentence of told(aloud)) voice.say(sentence)
      // A decision lasts until it is made or taken back, whatever others do meanwhile.
      if (you === null || !waiting.includes(you) || aloud.some((event) => event.kind === 'undo')) asked = ''
      // A move that ends a trick is followed by the next decision at once, perhaps in the same words.
      if (session.movedAt !== askedAfter && fresh.some((event) => event.seat !== you)) asked = ''
      const sitsDown = jump && session.kind === 'live' && !over
      if (sitsDown || fresh.some((event) => event.kind === 'deal' && event.seat === you)) dealt = true
      // What follows an own move is asked once the server has accepted it.
      if (!myTurn || pending !== null || task === asked) return
      asked = task
      askedAfter = session.movedAt
      // One tap may stand for two decisions: nobody is asked for the second.
      void tick().then(() => {
        if (session.pending === null && asked === task) voice.say(task, `after ${session.movedAt}`)
        else asked = ''
      })
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

  // Said once on a device: letters are keys of the screen reader too.
  $effect(() => {
    if (!waits() || !settings.queries || recall('focus-mode-told', false)) return
    remember('focus-mode-told', true)
    untrack(() => voice.say(say('focusMode')))
  })

  // What others do next waits until the last thing was heard; where a clock runs, nobody loses time by listening. What
  // the listener has done is told at once, before it moves.
  onDestroy(
    session.onPause(({ events }) => {
      const own = events[0]?.seat === session.you && session.you !== null
      if (own) {
        const others = events.findIndex(({ seat }) => seat !== session.you)
        tellAhead(others < 0 ? events : events.slice(0, others), (event) => session.sentence(event))
      }
      return waits() && session.deadline === null && !own ? voice.left : 0
    }),
  )
  // Any key ends what is being read, and with it the waiting. So does an own move.
  $effect(() => {
    const hurry = ({ key }: KeyboardEvent): void => {
      if (SILENT.has(key)) return
      voice.cut()
      session.endPause()
    }
    addEventListener('keydown', hurry, true)
    return () => removeEventListener('keydown', hurry, true)
  })
  $effect(() => {
    if (session.pending === null) return
    voice.cut()
    untrack(() => session.endPause())
  })
  onDestroy(() => voice.hush())
}
