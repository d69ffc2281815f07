/** All games that have a face of their own: one folder each. Every other game is shown by the plain table. */
import { PLAIN } from '@/table/plain'
import type { Face } from './face'

const FOUND = import.meta.glob<Face>('./*/index.ts', { eager: true, import: 'default' })

/** With a picture, its own or the plain one. */
type Drawn = Face & Pick<Required<Face>, 'Scene'>

const FACES: ReadonlyMap<string, Drawn> = new Map(
  Object.entries(FOUND).map(([path, face]) => [path.split('/')[1] ?? '', { ...PLAIN, ...face }]),
)

/** Games that are known before the server has said anything. */
export const DRAWN: readonly string[] = [...FACES.keys()]

export function faceOf(game: string): Drawn {
  return FACES.get(game) ?? PLAIN
}
