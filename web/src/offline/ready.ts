/**
 * Keeps on this device what playing without a server needs, some time after the page has come to rest, and says whether
 * it is there.
 */
import { BASE } from '@/server/base'
import { able, wake, workerUrl } from './local'

const FIRST_MS = 5000
const AGAIN_MS = 25_000
const TRIES = 8

/** Whether everything is here. A game without its compiled rules can be played too: bots follow rules of thumb. */
export async function ready(): Promise<boolean> {
  if (!able()) return false
  try {
    return (
      (await caches.match(`${BASE}/offline/manifest.json`)) !== undefined &&
      (await caches.match(workerUrl)) !== undefined
    )
  } catch {
    return false
  }
}

/** Start the rules before they are needed, if they are stored here: nothing is fetched for it. */
export async function wakeUp(): Promise<void> {
  if (await ready()) await wake()
}

/** Ask the service worker to keep it all; again later where the server had not compiled everything yet. */
export function keepAtHand(tries = TRIES, wait = FIRST_MS): void {
  if (!able()) return
  setTimeout(() => {
    void navigator.serviceWorker.ready.then((registration) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = ({ data }: MessageEvent<{ all: boolean }>) => {
        document.documentElement.dataset.offline = data.all ? 'ready' : 'partly'
        if (!data.all && tries > 1) keepAtHand(tries - 1, AGAIN_MS)
      }
      registration.active?.postMessage({ keep: [workerUrl] }, [channel.port2])
    })
  }, wait)
}
