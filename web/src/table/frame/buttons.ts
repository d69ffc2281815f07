import type { IconName } from '@/table/Icon.svelte'

/** A thing to do that is no card. */
export interface Choice {
  /** The action, or a key of its own if `press` is given. */
  action: string
  label: string
  /** Said to screen readers instead of the label. */
  spoken?: string
  /** A second, smaller line. */
  note?: string
  /** A sign before the label. */
  icon?: IconName
  /** Where there is little room the sign is enough. */
  short?: boolean
  kind?: 'main' | 'plain' | 'warn' | 'number'
  /** Shown though it cannot be done: a tap says why. */
  barred?: boolean
  pressed?: boolean
  /** It happens by itself in a moment, and shows how soon. */
  fills?: boolean
  press?: () => void
}
