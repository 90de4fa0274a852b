import type { ColourSamples } from '../../vision/gaussian-mixture.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import { toPoint, type TextureLayout } from './texture-layout.ts';

/** Distances from the middle of the face, relative to that of the outline. */
const DISTANCES = [1.05, 1.1, 1.16, 1.23, 1.31, 1.4];
/** Samples between two points of the outline. */
const BETWEEN = 4;
const MOUTH_CORNER = 61;

/**
 * Samples the colours of a photo beside and above a face: hair, background and ears. Below the mouth there is skin
 * again, so nothing is sampled there.
 */
export function sampleSurroundings(
  photo: RgbaImage,
  landmarks: Float32Array,
  layout: TextureLayout,
): ColourSamples {
  const [, mouthRow] = toPoint(layout, MOUTH_CORNER);
  let middleX = 0;
  let middleY = 0;
  for (const point of FACE_OVAL) {
    middleX += landmarks[point * 3] / FACE_OVAL.length;
    middleY += landmarks[point * 3 + 1] / FACE_OVAL.length;
  }
  const members: number[] = [];
  FACE_OVAL.forEach((point, index) => {
    const next = FACE_OVAL[(index + 1) % FACE_OVAL.length];
    if (toPoint(layout, point)[1] > mouthRow || toPoint(layout, next)[1] > mouthRow) {
      return;
    }
    for (let step = 0; step < BETWEEN * DISTANCES.length; step += 1) {
      const weight = (step % BETWEEN) / BETWEEN;
      const distance = DISTANCES[Math.floor(step / BETWEEN)];
      const outlineX = landmarks[point * 3] * (1 - weight) + landmarks[next * 3] * weight;
      const outlineY = landmarks[point * 3 + 1] * (1 - weight) + landmarks[next * 3 + 1] * weight;
      const x = Math.floor(middleX + (outlineX - middleX) * distance);
      const y = Math.floor(middleY + (outlineY - middleY) * distance);
      if (x >= 0 && y >= 0 && x < photo.width && y < photo.height) {
        const at = (y * photo.width + x) * 4;
        members.push(photo.pixels[at], photo.pixels[at + 1], photo.pixels[at + 2]);
      }
    }
  });
  return { colours: Float32Array.from(members), count: members.length / 3 };
}
