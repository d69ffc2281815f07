/** Guesses whether a screen reader is in use: pages cannot ask, but keys and questions tell. */
import { settings } from '@/device/settings.svelte'

// These lead from one thing to the next; who looks at the screen taps, or presses a digit.
const KEYS: ReadonlySet<string> = new Set(['Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

let asked = $state(false)
let keys = $state(false)

/** The player has asked the table something, and so wants to hear answers. */
export function heardOf(): void {
  asked = true
}

/** Whether the table waits until what happened was heard. */
export const waits = (): boolean => settings.speech !== 'off' && (settings.speech !== 'auto' || asked || keys)

globalThis.addEventListener?.('keydown', ({ key }) => {
  if (KEYS.has(key)) keys = true
})
globalThis.addEventListener?.('pointerdown', ({ pointerType }) => {
  if (pointerType === 'mouse') keys = false
})
