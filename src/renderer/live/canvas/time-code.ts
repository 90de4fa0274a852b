/** Bits of the page's clock in milliseconds, which starts over after 2.3 hours. */
const clockBits = 23;
const mask = 2 ** clockBits - 1;
/** One more bit is always set: it distinguishes a frame from its negative, whose code is another time. */
const bits = clockBits + 1;
const mark = 2 ** clockBits;
/** Height of the code as a fraction of the frame's; a cell is half of it. */
const heightFraction = 1 / 20;

/** The part of a 2D context that draws a code. */
type CodeContext = Pick<CanvasRenderingContext2D, 'fillRect' | 'fillStyle'>;

/**
 * Paints a moment into the upper left corner: a row of cells and its complement below, so that a code that
 * was changed on the way is known as such.
 */
export function drawTimeCode(context: CodeContext, height: number, atMs: number): void {
  const cell = toCellSizePx(height);
  const code = (Math.round(atMs) & mask) | mark;
  for (let bit = 0; bit < bits; bit += 1) {
    const isSet = ((code >> bit) & 1) === 1;
    context.fillStyle = isSet ? '#fff' : '#000';
    context.fillRect(bit * cell, 0, cell, cell);
    context.fillStyle = isSet ? '#000' : '#fff';
    context.fillRect(bit * cell, cell, cell, cell);
  }
}

/** Corner of a frame of this height that contains the code, in pixels. */
export function toCodeArea(height: number): { readonly width: number; readonly height: number } {
  const cell = toCellSizePx(height);
  return { width: cell * bits, height: cell * 2 };
}

/**
 * Returns the age of the code in a corner in milliseconds; null when it cannot be read.
 *
 * @param pixels RGBA of {@link toCodeArea} of a picture of `height`.
 */
export function decodeDelay(
  pixels: Uint8ClampedArray,
  height: number,
  nowMs: number,
): number | null {
  const cell = toCellSizePx(height);
  const width = cell * bits;
  const lumaAt = (column: number, row: number): number => {
    const x = column * cell + (cell >> 1);
    const y = row * cell + (cell >> 1);
    return pixels[4 * (y * width + x) + 1] ?? 0;
  };
  let code = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const difference = lumaAt(bit, 0) - lumaAt(bit, 1);
    if (Math.abs(difference) < 64) {
      return null;
    }
    code |= difference > 0 ? 1 << bit : 0;
  }
  return (code & mark) === 0 ? null : (Math.round(nowMs) - code) & mask;
}

function toCellSizePx(height: number): number {
  return Math.max(4, Math.round((height * heightFraction) / 2));
}
