/** The memory aid: small pencilled numbers on what was seen. */
import { settings } from '@/device/settings.svelte'
import { texts } from './texts'

const KEY = 'quando.memory'

const w = texts('memory')

export const memory = {
  get on(): boolean {
    return settings.switched(KEY, true)
  },
  set on(on: boolean) {
    settings.switch(KEY, on)
  },
  get label(): string {
    return w('label')
  },
  get help(): string {
    return w('help')
  },
}
