/** The memory aid: small pencilled numbers on what was seen. */
import { settings } from '@/device/settings.svelte'
import { words } from '@/i18n/lang.svelte'

const KEY = 'quando.memory'

const w = words({
  de: { label: 'Merkhilfe bei Quando', help: 'Kleine Bleistiftzahlen auf Karten, deren andere Seite du gesehen hast.' },
  en: { label: 'Memory aid in Quando', help: 'Small pencilled numbers on cards whose other side you have seen.' },
})

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
