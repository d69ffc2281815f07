/** QR codes, made in the page: what they hold may be a key, which no server needs to see. */
import { encode } from 'uqr'

// The quiet zone that cameras want around a code.
const BORDER = 4

/** A square of modules, true is dark; null where a text fits into no code. */
export function modules(text: string): boolean[][] | null {
  try {
    return encode(text, { border: BORDER }).data
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
