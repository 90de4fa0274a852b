import type { RgbaImage } from '../../pixels/frame.ts';
import type { LayerImage } from './layer-colours.ts';

const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Samples a layer bilinearly into `out` (red, green, blue, alpha); colours are weighted by alpha. Transparent outside. */
export function sampleLayer(
  { left, top, width, height, pixels }: RgbaImage & Pick<LayerImage, 'left' | 'top'>,
  x: number,
  y: number,
  out: Float32Array,
): void {
  const [column, row] = [Math.floor(x - left), Math.floor(y - top)];
  const [byX, byY] = [x - left - column, y - top - row];
  out.fill(0);
  for (const [dx, dy] of corners) {
    const [atX, atY] = [column + dx, row + dy];
    if (atX >= 0 && atY >= 0 && atX < width && atY < height) {
      const at = (atY * width + atX) * 4;
      const weight = (dx === 1 ? byX : 1 - byX) * (dy === 1 ? byY : 1 - byY) * pixels[at + 3];
      for (let channel = 0; channel < 3; channel += 1) {
        out[channel] += pixels[at + channel] * weight;
      }
      out[3] += weight;
    }
  }
  const whole = out[3] || 1;
  for (let channel = 0; channel < 3; channel += 1) {
    out[channel] /= whole;
  }
}
