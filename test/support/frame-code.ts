/** Number encoded as 8 × 4 black and white fields over the whole frame, which survives scaling and compression. */
const COLUMNS = 8;
const ROWS = 4;
/** Number of bits of the number; the other fields are a checksum. */
const NUMBER_BITS = 26;

/** Number of distinct codes. */
export const CODE_COUNT = 2 ** NUMBER_BITS;

/**
 * Returns the number of a time of `Date.now()` at a frame rate, with its fraction. It grows for weeks before it wraps.
 */
export function codeAt(timeMs: number, rate: number): number {
  return ((timeMs * rate) / 1000) % CODE_COUNT;
}

/** Draws a number into the luma plane of an I420 frame; chroma becomes grey. */
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

/** Decodes a number from the luma (0..255) at points of the frame (0..1); null when there is no code. */
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
