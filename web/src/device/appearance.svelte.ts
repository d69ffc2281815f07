/** Light or dark, moving or still, and the language, written where styles and screen readers look for them. */
import { settings } from './settings.svelte'

const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null

class Appearance {
  #system = $state(dark?.matches ?? false)

  constructor() {
    dark?.addEventListener('change', (event) => (this.#system = event.matches))
  }

  get dark(): boolean {
    return settings.theme === 'dark' || (settings.theme === 'system' && this.#system)
  }

  toggle(): void {
    settings.theme = this.dark ? 'light' : 'dark'
  }
}

export const appearance = new Appearance()

export function startAppearance(): void {
  $effect.root(() => {
    $effect.pre(() => {
      document.documentElement.dataset.theme = appearance.dark ? 'dark' : 'light'
      document.documentElement.dataset.motion = settings.motion ? 'on' : 'off'
      document.documentElement.lang = settings.lang
      for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
        meta.content = appearance.dark ? '#1d1813' : '#f4ead9'
    })
  })
}
