/** Where somebody sits on the screen; null: nowhere, as with your own seat. */
export function seatBox(seat: number): DOMRect | null {
  const box = document.querySelector(`[data-anchor="seat:${seat}"]`)?.getBoundingClientRect()
  return box && box.width > 0 ? box : null
}
