/** A card has two sides: the one in play, and the other. `?` is a side that was not seen. */

export interface Sides {
  front: string
  back: string
}

export function sides(card: string): Sides {
  const [front = '?', back = '?'] = card.split('/')
  return { front, back }
}

/** A colour for every number, so that a flip is seen as well as read. */
export function tone(number: string): string {
  if (number === '?') return '#d9cfc0'
  if (number === '0') return '#fdf3d0'
  const n = Number(number)
  return `oklch(${0.88 - (n % 2) * 0.045} 0.085 ${(n * 131 + 20) % 360})`
}
