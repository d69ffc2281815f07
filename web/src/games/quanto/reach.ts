/** What a card can catch: for a look at it before it is chosen. */

/** The number of a card; null for a joker, which is any. */
export const valueOf = (card: string): number | null => (card.startsWith('J') ? null : parseInt(card, 10))

/** Return the places of the display whose cards have this value, or belong to a group that adds up to it. */
export function reach(display: readonly string[], value: number | null): Set<number> {
  const values = display.map(valueOf)
  const found = new Set<number>()
  if (value === null) return new Set(values.keys())
  const most = 2 ** values.length
  for (let group = 1; group < most; group++) {
    const places = [...values.keys()].filter((place) => group & (1 << place))
    const sum = places.reduce((so_far, place) => so_far + (values[place] ?? 0), 0)
    // A joker completes its group.
    const joker = places.some((place) => values[place] === null)
    if (sum === value || (joker && sum < value)) for (const place of places) found.add(place)
  }
  return found
}
