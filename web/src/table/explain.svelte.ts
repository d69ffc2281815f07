/** What each part of a table is: told where a pointer rests or presses long, and all of them in a list. */

export interface Part {
  /** A selector of the part, within the table. */
  at: string
  clause: string
  text: () => string
}

/** The list of all parts is open. */
export const explaining = $state({ all: false })

/** The part that an element belongs to. */
export function partOf(element: Element, parts: readonly Part[]): { part: Part; element: Element } | null {
  for (const part of parts) {
    const found = element.closest(part.at)
    if (found) return { part, element: found }
  }
  return null
}

/** The parts that lie on this table now. */
export function partsOn(table: Element, parts: readonly Part[]): Part[] {
  return parts.filter(({ at }) => [...table.querySelectorAll(at)].some((one) => one.checkVisibility?.() ?? true))
}
