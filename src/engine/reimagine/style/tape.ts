import { blurPlane, hashNoise } from '../raster/planes.ts';
import { type Raster, readChannels } from '../raster/raster.ts';
import { computeStrokeUnit } from './edge-flow.ts';

/** Scan lines of a tape. */
const LINES = 240;

/**
 * Renders an image like a video tape: soft luma, chroma that bleeds to the right, lines, jitter and noise of each
 * frame.
 */
export function playTape(raster: Raster, frame: number): void {
  const { width, height, pixels } = raster;
  const unit = computeStrokeUnit(raster);
  const [red, green, blue] = readChannels(raster);
  const luma = red.map((value, index) => 0.3 * value + 0.59 * green[index] + 0.11 * blue[index]);
  const soft = blurPlane(luma, width, unit);
  const run = 5 * unit;
  const warm = blurPlane(
    red.map((value, index) => value - luma[index]),
    width,
    run,
  );
  const cool = blurPlane(
    blue.map((value, index) => value - luma[index]),
    width,
    run,
  );
  const line = Math.max(2, height / LINES);
  const late = Math.round(3 * unit);
  for (let row = 0, at = 0; row < height; row += 1) {
    const number = Math.floor(row / line);
    const jitter = Math.round((hashNoise(number, frame, 21) - 0.5) * 1.6 * unit);
    // The heads of the recorder switch near the bottom, where the image skews.
    const lean = Math.max(0, (row / height - 0.965) / 0.035) ** 2 * 40 * unit;
    const shade = 1 - 0.1 * (row % line < line / 2 ? 0 : 1);
    for (let column = 0; column < width; column += 1, at += 4) {
      const clampTo = (x: number): number => row * width + Math.min(width - 1, Math.max(0, x));
      const own = clampTo(Math.round(column + jitter + lean));
      const colour = clampTo(Math.round(column + jitter + lean - late));
      const snow = (hashNoise(Math.floor(column / (1.5 * unit)), number, 31 + frame) - 0.5) * 22;
      const light = ((soft[own] * 0.7 + luma[own] * 0.3) * 0.9 + 16 + snow) * shade;
      const [r, b] = [warm[colour] * 1.25, cool[colour] * 1.25];
      pixels[at] = light + r;
      pixels[at + 1] = light - 0.51 * r - 0.19 * b;
      pixels[at + 2] = light + b;
    }
  }
}
