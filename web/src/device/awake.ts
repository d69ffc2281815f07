/** Keeps the screen of a phone on while others think: it would go dark between two turns. */

/** Return what lets the screen rest again. */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let lock: WakeLockSentinel | undefined
  let ended = false
  // The system lets go of it whenever the page is out of sight, and may refuse it to save power.
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return
    const given = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (ended) await given?.release()
    else lock = given
  }
  const again = (): void => void ask()
  again()
  document.addEventListener('visibilitychange', again)
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', again)
    void lock?.release()
  }
}
