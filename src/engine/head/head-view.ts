import type { RgbaImage } from '../pixels/frame.ts';
import { fillPolygon, type Point } from '../pixels/fill-polygon.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { FACE_OVAL } from '../track/mesh-points.ts';
import type { Similarity } from '../vision/similarity.ts';

/** Pixels of a side of a view. */
export const VIEW_SIZE = 320;
/** Extent of a view, in centimetres of the canonical head: a head with hair down to the chest. */
const VIEW_EXTENT_CM = 56;
/** Pixels of a view per centimetre of the head. */
export const VIEW_SCALE = VIEW_SIZE / VIEW_EXTENT_CM;
/** Distance of the middle of the face from the top of a view. */
const FACE_DOWN_CM = 24;
/** Maximum number of samples per pixel of a view and axis. */
const MAX_SAMPLES = 4;

/** A head and its surroundings, upright and at a fixed scale, in which everything but the final drawing is computed. */
export interface HeadView {
  /** Red, green and blue of 0..255, interleaved; outside of the image its edge is repeated. */
  readonly colours: Float32Array;
  /** 1 within the image. */
  readonly isInImage: Uint8Array;
  /** The mesh in pixels of the view; depth in the same unit. */
  readonly landmarks: Float32Array;
  /** 1 within the outline of the face. */
  readonly face: Uint8Array;
  /** 1 on the faces of other people. */
  readonly otherFaces: Uint8Array;
  /** Transform from pixels of the view to pixels of the image. */
  readonly toImage: Readonly<Similarity>;
  readonly pose: TrackedFace['pose'];
}

/** A face of an image, in its pixels. */
export type ImageFace = Pick<TrackedFace, 'landmarks' | 'iris' | 'pose' | 'box' | 'confidence'>;

/** Creates the view of a head; `others` are the other faces of the image. */
export function createHeadView(
  image: RgbaImage,
  face: ImageFace,
  others: readonly ImageFace[],
): HeadView {
  const toImage = alignView(face);
  const toView = invert(toImage);
  const landmarks = movePoints(face.landmarks, toView);
  const count = VIEW_SIZE * VIEW_SIZE;
  const outline = new Uint8Array(count);
  fillPolygon(outline, VIEW_SIZE, toOutline(landmarks), 1);
  const otherFaces = new Uint8Array(count);
  for (const other of others) {
    fillPolygon(otherFaces, VIEW_SIZE, toOutline(movePoints(other.landmarks, toView)), 1);
  }
  const isInImage = new Uint8Array(count);
  const colours = new Float32Array(count * 3);
  sampleView(image, toImage, { colours, isInImage });
  return { colours, isInImage, landmarks, face: outline, otherFaces, toImage, pose: face.pose };
}

/** Samples the interleaved colours of an image at the pixels of a view. */
export function readViewColours(image: RgbaImage, toImage: HeadView['toImage']): Float32Array {
  const count = VIEW_SIZE * VIEW_SIZE;
  const colours = new Float32Array(count * 3);
  sampleView(image, toImage, { colours, isInImage: new Uint8Array(count) });
  return colours;
}

/** Returns the inverse of a similarity transform. */
export function invert({ a, b, shiftX, shiftY }: Readonly<Similarity>): Similarity {
  const length = a * a + b * b;
  const inverseA = a / length;
  const inverseB = -b / length;
  return {
    a: inverseA,
    b: inverseB,
    shiftX: -(inverseA * shiftX - inverseB * shiftY),
    shiftY: -(inverseB * shiftX + inverseA * shiftY),
  };
}

function alignView({ landmarks, pose }: ImageFace): Similarity {
  let x = 0;
  let y = 0;
  for (const point of FACE_OVAL) {
    x += landmarks[point * 3] / FACE_OVAL.length;
    y += landmarks[point * 3 + 1] / FACE_OVAL.length;
  }
  const scale = pose.scale / VIEW_SCALE;
  const a = scale * Math.cos(pose.roll);
  const b = scale * Math.sin(pose.roll);
  const [fromX, fromY] = [VIEW_SIZE / 2, FACE_DOWN_CM * VIEW_SCALE];
  return { a, b, shiftX: x - a * fromX + b * fromY, shiftY: y - b * fromX - a * fromY };
}

function movePoints(points: Float32Array, { a, b, shiftX, shiftY }: Similarity): Float32Array {
  const moved = new Float32Array(points.length);
  const scale = Math.hypot(a, b);
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at];
    const y = points[at + 1];
    moved[at] = a * x - b * y + shiftX;
    moved[at + 1] = b * x + a * y + shiftY;
    moved[at + 2] = points[at + 2] * scale;
  }
  return moved;
}

function toOutline(landmarks: Float32Array): readonly Point[] {
  return FACE_OVAL.map((point) => [landmarks[point * 3], landmarks[point * 3 + 1]]);
}

/** Averages up to 4 × 4 samples of the image per pixel of the view. */
function sampleView(
  { width, height, pixels }: RgbaImage,
  { a, b, shiftX, shiftY }: Similarity,
  { colours, isInImage }: { readonly colours: Float32Array; readonly isInImage: Uint8Array },
): void {
  const samples = Math.max(1, Math.min(MAX_SAMPLES, Math.round(Math.hypot(a, b))));
  const weight = 1 / (samples * samples);
  // Where the samples of a pixel are, once for all pixels.
  const offsets = new Float64Array(samples * samples * 2);
  for (let sample = 0; sample < samples * samples; sample += 1) {
    offsets[sample * 2] = ((sample % samples) + 0.5) / samples;
    offsets[sample * 2 + 1] = (Math.floor(sample / samples) + 0.5) / samples;
  }
  for (let index = 0; index < isInImage.length; index += 1) {
    const column = index % VIEW_SIZE;
    const row = Math.floor(index / VIEW_SIZE);
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let sample = 0; sample < offsets.length; sample += 2) {
      const u = column + offsets[sample];
      const v = row + offsets[sample + 1];
      const x = Math.max(0, Math.min(width - 1.001, a * u - b * v + shiftX - 0.5));
      const y = Math.max(0, Math.min(height - 1.001, b * u + a * v + shiftY - 0.5));
      if (samples > 1) {
        // With several samples the nearest pixels are exact enough, in half the time.
        const at = (Math.round(y) * width + Math.round(x)) * 4;
        red += pixels[at];
        green += pixels[at + 1];
        blue += pixels[at + 2];
        continue;
      }
      const left = Math.floor(x);
      const top = Math.floor(y);
      const at = (top * width + left) * 4;
      const right = left + 1 < width ? at + 4 : at;
      const below = top + 1 < height ? width * 4 : 0;
      const lowerRight = (x - left) * (y - top);
      const upperRight = x - left - lowerRight;
      const lowerLeft = y - top - lowerRight;
      const upperLeft = 1 - lowerRight - upperRight - lowerLeft;
      red +=
        pixels[at] * upperLeft +
        pixels[right] * upperRight +
        pixels[at + below] * lowerLeft +
        pixels[right + below] * lowerRight;
      green +=
        pixels[at + 1] * upperLeft +
        pixels[right + 1] * upperRight +
        pixels[at + below + 1] * lowerLeft +
        pixels[right + below + 1] * lowerRight;
      blue +=
        pixels[at + 2] * upperLeft +
        pixels[right + 2] * upperRight +
        pixels[at + below + 2] * lowerLeft +
        pixels[right + below + 2] * lowerRight;
    }
    colours[index * 3] = red * weight;
    colours[index * 3 + 1] = green * weight;
    colours[index * 3 + 2] = blue * weight;
    const x = a * (column + 0.5) - b * (row + 0.5) + shiftX;
    const y = b * (column + 0.5) + a * (row + 0.5) + shiftY;
    isInImage[index] = x >= 0 && y >= 0 && x < width && y < height ? 1 : 0;
  }
}
