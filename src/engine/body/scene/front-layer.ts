/**
 * Restores what was in front of the person in front of the character: objects of the scene, held objects, and captions.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { FaceBox } from '../../track/face-track.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import type { Similarity } from '../../vision/similarity.ts';
import type { CaptionWatch } from './caption-watch.ts';
import type { FixedOccluders } from './fixed-occluders.ts';
import type { HeldThings } from './held-things.ts';
import type { ScenePlate } from './scene-plate.ts';

/** A frame with its masks. */
export interface FrontFrame {
  /** The frame of the camera. */
  readonly planes: I420Frame;
  /** Index in the whole clip, from 0. */
  readonly number: number;
  /** The scene without its person, and the transform from the frame to it. */
  readonly plate: ScenePlate;
  readonly view: Similarity;
  /** Objects that the person holds; null for none. */
  readonly held: HeldThings | null;
  /** Joints of the person. */
  readonly joints: Float32Array;
  /** Mask of where the person may be, 0..255; rows without gaps. */
  readonly person: Uint8Array;
  /** The person's face, none of whose pixels is restored. */
  readonly face: Readonly<FaceBox> | null;
}

/**
 * Range of the luma difference from the object over which its weight falls to 0 where the person may be, in levels.
 */
const [SAME, OTHER] = [14, 32] as const;
/** Radii of the person's face, in widths and heights of its box. */
const FACE = { x: 0.62, y: 0.68 } as const;

/** Restores the front layer frame by frame. */
export class FrontLayer {
  readonly #captions: CaptionWatch;
  #weights = new Uint8Array(0);

  constructor(captions: CaptionWatch) {
    this.#captions = captions;
  }

  /** Draws the front layer over a frame with the character; rows without gaps, even sides. */
  draw(frame: I420Frame, front: FrontFrame): void {
    const { plate, held, planes, number, face, joints, view } = front;
    const { occluders, image } = plate;
    if (occluders === null && held === null && this.#captions.isEmpty) {
      return;
    }
    const { width, height } = frame;
    if (this.#weights.length !== width * height) {
      this.#weights = new Uint8Array(width * height);
    }
    const weights = this.#weights.fill(0);
    if (occluders !== null) {
      drawOccluders(weights, frame, { ...front, occluders });
    }
    this.#captions.draw(weights, planes, { number, width });
    held?.draw(weights, width, { planes, joints, plate: image, view });
    if (face !== null) {
      clearFace(weights, frame, face);
    }
    blend(frame, planes, weights);
  }
}

function drawOccluders(
  weights: Uint8Array,
  { width, height }: I420Frame,
  { planes, occluders, view, person }: FrontFrame & { readonly occluders: FixedOccluders },
): void {
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const x = Math.round(view.a * column - view.b * row + view.shiftX);
      const y = Math.round(view.b * column + view.a * row + view.shiftY);
      if (x < 0 || y < 0 || x >= occluders.width || y >= occluders.height) {
        continue;
      }
      const there = y * occluders.width + x;
      const weight = occluders.weights[there];
      if (weight === 0) {
        continue;
      }
      const at = row * width + column;
      const off = Math.abs(planes.y[row * planes.strideY + column] - occluders.luma[there]);
      weights[at] = weight * (1 - (person[at] / 255) * smoothstep(SAME, OTHER, off));
    }
  }
}

function clearFace(
  weights: Uint8Array,
  { width, height }: I420Frame,
  face: Readonly<FaceBox>,
): void {
  const [x, y] = [face.left + face.width / 2, face.top + face.height / 2];
  const [reachX, reachY] = [face.width * FACE.x, face.height * FACE.y];
  const bottom = clamp(Math.ceil(y + reachY), 0, height);
  const right = clamp(Math.ceil(x + reachX), 0, width);
  for (let row = clamp(Math.floor(y - reachY), 0, height); row < bottom; row += 1) {
    for (let column = clamp(Math.floor(x - reachX), 0, width); column < right; column += 1) {
      if (((column - x) / reachX) ** 2 + ((row - y) / reachY) ** 2 < 1) {
        weights[row * width + column] = 0;
      }
    }
  }
}

function blend(frame: I420Frame, source: I420Frame, weights: Uint8Array): void {
  const { width, height } = frame;
  for (let row = 0; row < height; row += 1) {
    for (let at = row * width; at < (row + 1) * width; at += 1) {
      if (weights[at] > 0) {
        const own = source.y[at + row * (source.strideY - width)];
        frame.y[at] += ((own - frame.y[at]) * weights[at]) / 255;
      }
    }
  }
  for (let row = 0; row < height >> 1; row += 1) {
    for (let column = 0; column < width >> 1; column += 1) {
      const at = 2 * row * width + 2 * column;
      const sum = weights[at] + weights[at + 1] + weights[at + width] + weights[at + width + 1];
      if (sum > 0) {
        const to = row * frame.strideU + column;
        const from = row * source.strideU + column;
        frame.u[to] += ((source.u[from] - frame.u[to]) * sum) / 1020;
        frame.v[to] += ((source.v[from] - frame.v[to]) * sum) / 1020;
      }
    }
  }
}
