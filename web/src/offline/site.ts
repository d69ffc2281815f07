import { BASE } from '@/server/base'

/** A page from a plain web host (`tischlein site`): there is no server to ask, only files. */
export const SITE = typeof document !== 'undefined' && document.documentElement.hasAttribute('data-site')

/** The file that has what a server would answer; null where only a server could. */
export function atSite(path: string): string | null {
  const texts = /^\/games\/([a-z0-9_]+)\/texts\/(de|en)$/.exec(path)
  if (texts) return `${BASE}/offline/texts-${texts[1]}-${texts[2]}.json`
  return path === '/games' || path === '/about' ? `${BASE}/offline${path}.json` : null
}
