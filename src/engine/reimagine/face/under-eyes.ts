import type { ImageFace } from '../../head/head-view.ts';
import { smoothstep } from '../../vision/math.ts';
import { blurPlane } from '../raster/planes.ts';
import { extractChannel, MIN_WEIGHT, type Raster } from '../raster/raster.ts';

/** The lower lids from the inner to the outer corner, and a point of the cheek below each eye. */
const EYES = [
  { lid: [133, 154, 145, 163, 33], cheek: 50 },
  { lid: [362, 381, 374, 390, 263], cheek: 280 },
] as const;
/** Distance of the shadow from the lower lid, in widths of the face. */
const DEPTH = 0.13;

/** Lightens the shade below eyes to the level of the cheek; folds and pores stay. */
export function lightenUnderEyes(
  raster: Raster,
  skin: Float32Array,
  { faces, amount }: { readonly faces: readonly ImageFace[]; readonly amount: number },
): void {
  const { width, pixels } = raster;
  const mask = maskUnderEyes(raster, skin, faces);
  const size = Math.max(0, ...faces.map(({ box }) => box.width));
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = extractChannel(raster, channel);
    const base = blurPlane(plane, width, Math.max(1, size * 0.02));
    for (const { landmarks } of faces) {
      for (const { lid, cheek } of EYES) {
        const centre = lid[2] * 3;
        const wanted = readPlane(base, raster, landmarks, cheek);
        const reach = size * 0.24;
        const [x, y] = [landmarks[centre], landmarks[centre + 1]];
        const last = Math.min(raster.height, Math.ceil(y + reach));
        for (let row = Math.max(0, Math.floor(y - reach)); row < last; row += 1) {
          const end = Math.min(width, Math.ceil(x + reach));
          for (let column = Math.max(0, Math.floor(x - reach)); column < end; column += 1) {
            const index = row * width + column;
            const weight = mask[index] * amount;
            if (weight > MIN_WEIGHT && base[index] < wanted) {
              pixels[index * 4 + channel] += (wanted - base[index]) * weight * 0.75;
            }
          }
        }
      }
    }
  }
}

function readPlane(
  plane: Float32Array,
  { width, height }: Raster,
  landmarks: Float32Array,
  point: number,
): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(landmarks[point * 3])));
  const row = Math.min(height - 1, Math.max(0, Math.round(landmarks[point * 3 + 1])));
  return plane[row * width + column];
}

/** Returns the mask of soft ellipses below both eyes, within the skin. */
function maskUnderEyes(
  { width, height }: Raster,
  skin: Float32Array,
  faces: readonly ImageFace[],
): Float32Array {
  const mask = new Float32Array(width * height);
  for (const { landmarks, box, pose } of faces) {
    const depth = box.width * DEPTH;
    const [sin, cos] = [Math.sin(pose.roll), Math.cos(pose.roll)];
    for (const { lid } of EYES) {
      const [inner, outer] = [lid[0] * 3, lid[4] * 3];
      const half =
        Math.hypot(
          landmarks[outer] - landmarks[inner],
          landmarks[outer + 1] - landmarks[inner + 1],
        ) / 2;
      const middle = lid[2] * 3;
      const x = landmarks[middle] - sin * depth * 0.5;
      const y = landmarks[middle + 1] + cos * depth * 0.5;
      const reach = Math.ceil(half * 1.3 + depth);
      const last = Math.min(height, Math.ceil(y + reach));
      const end = Math.min(width, Math.ceil(x + reach));
      for (let row = Math.max(0, Math.floor(y - reach)); row < last; row += 1) {
        for (let column = Math.max(0, Math.floor(x - reach)); column < end; column += 1) {
          const across = ((column - x) * cos + (row - y) * sin) / (half * 1.25);
          const down = ((row - y) * cos - (column - x) * sin) / (depth * 0.75);
          const index = row * width + column;
          const weight = 1 - smoothstep(0.25, 1, Math.hypot(across, down));
          mask[index] = Math.max(mask[index], weight * skin[index]);
        }
      }
    }
  }
  return mask;
}
