/**
 * What happens by itself: where one action is all that is left, nobody needs to tap it. A moment is left to see why,
 * and to take back instead. Who has switched motion off wants nothing to happen by itself, and taps.
 */
import { settings } from '@/device/settings.svelte'
import type { Stage } from './stage.svelte'

/** So long is seen what will happen. */
export const MOMENT = 1800

export function alone(stage: () => Stage, actions: readonly string[]): { readonly soon: string | null } {
  const soon = $derived.by(() => {
    const { session, moving, still } = stage()
    const [only, ...more] = session.actions
    // What costs something is never done unasked: its words say so.
    if (!settings.motion || still || moving || session.pending !== null || !only || more.length > 0) return null
    return actions.includes(only.text) && !/[\u2212-]\d/.test(`${only.label} ${only.note}`) ? only.text : null
  })
  $effect(() => {
    const action = soon
    if (action === null) return
    const timer = setTimeout(() => stage().session.play(action), MOMENT)
    return () => clearTimeout(timer)
  })
  return {
    get soon() {
      return soon
    },
  }
}
