/**
 * Tischlein as an app on this device: what the browser offers, and games that it does not clear away when room gets
 * short.
 */
interface Offer extends Event {
  prompt(): Promise<unknown>
}

class Install {
  /** The browser is ready to install the page. */
  offer = $state.raw<Offer | null>(null)

  async take(): Promise<void> {
    const offer = this.offer
    this.offer = null // it can be made only once
    await offer?.prompt()
  }
}

export const install = new Install()

/** Some browsers ask the person about this: call it when the player looks at stored games, never during a game. */
export function keepForGood(): void {
  void navigator.storage?.persist?.().catch(() => false)
}

addEventListener('beforeinstallprompt', (event) => (install.offer = event as Offer))
addEventListener('appinstalled', () => {
  install.offer = null
  keepForGood()
})

/** iPhones and iPads have no such offer: only they, and Safari on a Mac, which has no touch, know this word. */
export const byHand = (): boolean => 'standalone' in navigator && navigator.maxTouchPoints > 1
export const installed = (): boolean => matchMedia('(display-mode: standalone)').matches
