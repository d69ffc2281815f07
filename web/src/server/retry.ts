/** How long to wait before a server that did not answer is asked again: longer each time, up to a minute. */
export const RETRY_MS = 4000
const MOST_MS = 60_000

export const later = (waited: number): number => Math.min(MOST_MS, 2 * waited)
