/**
 * A new version of the page waits until nobody plays: the start page offers it, and a tap takes it.
 */
class Update {
  /** A new version is here. */
  waiting = $state.raw<ServiceWorker | null>(null)

  take(): void {
    const next = this.waiting
    if (!next) return
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    next.postMessage({ take: true })
  }
}

export const update = new Update()

export function watch(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    // Without an older one there is nothing to replace: the first visit.
    if (registration.waiting && navigator.serviceWorker.controller) update.waiting = registration.waiting
  }
  const follow = (): void => registration.installing?.addEventListener('statechange', look)
  look()
  // It may have been found before anybody watched.
  follow()
  registration.addEventListener('updatefound', follow)
}
