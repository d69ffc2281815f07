/** The place of a seat on the screen; null if it has none, like your own. */
export function seatBox(seat: number): DOMRect | null {
  const box = document.querySelector(`[data-anchor="seat:${seat}"]`)?.getBoundingClientRect()
  return box && box.width > 0 ? box : null
}
