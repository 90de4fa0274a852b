import type { RgbaImage } from '../pixels/frame.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import type { ImageFace } from './head-view.ts';

/** Returns the mirror image of an image. */
export function mirrorImage({ width, height, pixels }: RgbaImage): RgbaImage & {
  readonly pixels: Uint8Array;
} {
  const from = new Uint32Array(pixels.slice().buffer);
  const mirrored = new Uint32Array(from.length);
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    for (let column = 0; column < width; column += 1) {
      mirrored[start + column] = from[start + width - 1 - column];
    }
  }
  return { width, height, pixels: new Uint8Array(mirrored.buffer) };
}

/** For the middle, right, top, left and bottom of an iris, the index of the mirrored point. */
const IRIS_SIDES = [0, 3, 2, 1, 4];

/** Mirrors a face of an image of `width` pixels, and exchanges left and right of the mesh. */
export function mirrorFace(
  { landmarks, iris, pose, box, confidence }: ImageFace,
  width: number,
  face: CanonicalFace,
): ImageFace {
  const partners = findPartners(face);
  const mirrored = new Float32Array(landmarks.length);
  partners.forEach((partner, point) => {
    mirrored[point * 3] = width - landmarks[partner * 3];
    mirrored[point * 3 + 1] = landmarks[partner * 3 + 1];
    mirrored[point * 3 + 2] = landmarks[partner * 3 + 2];
  });
  const mirroredIris = iris.map((_, at) => {
    const point = Math.floor(at / 3);
    const partner =
      (point < IRIS_SIDES.length ? IRIS_SIDES.length : 0) + IRIS_SIDES[point % IRIS_SIDES.length];
    const value = iris[partner * 3 + (at % 3)];
    return at % 3 === 0 ? width - value : value;
  });
  // The rotation is conjugated by a reflection in x.
  const rotation = pose.rotation.map((value, at) => ((at % 3 === 0) === at < 3 ? value : -value));
  return {
    landmarks: mirrored,
    iris: mirroredIris,
    pose: { ...pose, yaw: -pose.yaw, roll: -pose.roll, rotation },
    box: { ...box, left: width - box.left - box.width },
    confidence,
  };
}

/** Returns for each point of the mesh its counterpart on the other side. */
function findPartners({ positions }: CanonicalFace): readonly number[] {
  const count = positions.length / 3;
  return Array.from({ length: count }, (_, point) => {
    let partner = point;
    let min = Number.POSITIVE_INFINITY;
    for (let other = 0; other < count; other += 1) {
      const distance =
        (positions[other * 3] + positions[point * 3]) ** 2 +
        (positions[other * 3 + 1] - positions[point * 3 + 1]) ** 2 +
        (positions[other * 3 + 2] - positions[point * 3 + 2]) ** 2;
      if (distance < min) {
        min = distance;
        partner = other;
      }
    }
    return partner;
  });
}
