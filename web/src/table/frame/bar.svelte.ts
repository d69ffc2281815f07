/** Where the sentence may stand while a phone lies on its side: the bar above the table offers a place. */
export const bar = $state<{ host: HTMLElement | null }>({ host: null })

/** For the element that offers the place. */
export function offered(host: HTMLElement): () => void {
  bar.host = host
  return () => {
    if (bar.host === host) bar.host = null
  }
}
