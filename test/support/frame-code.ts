/** A number as 8 × 4 black and white fields over the whole frame, which survives scaling and compression. */
const COLUMNS = 8;
const ROWS = 4;
/** Bits of the number; the rest is a check. */
const NUMBER_BITS = 26;

/** How many numbers there are. */
export const CODE_COUNT = 2 ** NUMBER_BITS;

/** The number of a moment of `Date.now()` at a rate, with its fraction: later ones are larger, for weeks. */
export function codeAt(timeMs: number, rate: number): number {
  return ((timeMs * rate) / 1000) % CODE_COUNT;
}

/** Draws a number into the luma plane of a frame in I420; chroma becomes grey. */
export function paintCode(
  frame: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  value: number,
): void {
  frame.fill(128, width * height);
  const bits = toBits(value);
  for (let row = 0; row < ROWS; row += 1) {
    const top = Math.floor((row * height) / ROWS) * width;
    for (let column = 0; column < COLUMNS; column += 1) {
      const luma = bits[row * COLUMNS + column] === 1 ? 235 : 16;
      const left = Math.floor((column * width) / COLUMNS);
      frame.fill(luma, top + left, top + Math.floor(((column + 1) * width) / COLUMNS));
    }
    const below = Math.floor(((row + 1) * height) / ROWS) * width;
    for (let at = top + width; at < below; at += width) {
      frame.copyWithin(at, top, top + width);
    }
  }
}

/** Reads a number by the luma (0 to 255) at points of the frame from 0 to 1; null where there is no code. */
export function readCode(lumaAt: (x: number, y: number) => number): number | null {
  const bits = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const x = ((index % COLUMNS) + 0.5) / COLUMNS;
    const y = (Math.floor(index / COLUMNS) + 0.5) / ROWS;
    return lumaAt(x, y) > 128 ? 1 : 0;
  });
  const value = bits.slice(0, NUMBER_BITS).reduce<number>((sum, bit) => 2 * sum + bit, 0);
  return toBits(value).every((bit, index) => bit === bits[index]) ? value : null;
}

function toBits(value: number): number[] {
  const check = (value * 37 + 21) % 2 ** (COLUMNS * ROWS - NUMBER_BITS);
  const whole = value.toString(2).padStart(NUMBER_BITS, '0') + check.toString(2).padStart(6, '0');
  return Array.from(whole, Number);
}
