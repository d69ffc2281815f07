/** Signs as people write them. */

/** With a real minus sign and a real multiplication sign. */
export function printed(card: string): string {
  return card === 'x2' ? '×2' : card.replace('-', '−')
}
