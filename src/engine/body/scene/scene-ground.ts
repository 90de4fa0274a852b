/**
 * Produces the frames of a clip without their person: the plate replaces the person, all other pixels stay bit-exact.
 */
import { createI420Frame, type I420Frame, type YuvColour } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { drawCarriedThings } from './carried-things.ts';
import { copyFramePart } from './clone-frame.ts';
import { drawShadowHole, findDriverShadow } from './driver-shadow.ts';
import { drawHole, type HoleBox, joinBoxes, type PersonHole } from './person-hole.ts';
import { createRimLight } from './rim-light.ts';
import type { ScenePlate } from './scene-plate.ts';

/** Area of the person in a frame: in holes, or possibly anywhere. */
export type Hidden =
  | {
      readonly holes: readonly PersonHole[];
      /** Changes the weight of points of the holes, 0..255. */
      readonly weightOf?: ((x: number, y: number, weight: number) => number) | undefined;
    }
  | 'everything';

/** The person that is removed from a frame. */
export interface HiddenPerson {
  readonly plate: ScenePlate;
  /** Transform from pixels of the frame to pixels of the plate. */
  readonly view: Similarity;
  readonly hidden: Hidden;
  /** Joints of the person whose shadow and carried things are removed too; null if they stay. */
  readonly caster: Float32Array | null;
}

type BlendPart = Pick<PlaneBlend, 'view' | 'weights' | 'box'>;

/** Produces one frame after the other. */
export class SceneGround {
  /** The last frame; rows without gaps, even sides. */
  readonly frame: I420Frame;
  /** Weight of the plate in each pixel where it replaces the person, 0..255. */
  readonly weights: Uint8Array;
  /** The same weights with the shadow. */
  readonly #shadowed: Uint8Array;

  constructor(size: { readonly width: number; readonly height: number }, colour: YuvColour) {
    this.frame = createI420Frame(size.width & ~1, size.height & ~1, colour);
    this.weights = new Uint8Array(this.frame.width * this.frame.height);
    this.#shadowed = new Uint8Array(this.weights.length);
  }

  /** Copies a frame and replaces its person by the plate, with shadow and carried things if a caster is given. */
  update(source: I420Frame, { plate, view, hidden, caster }: HiddenPerson): void {
    copyFramePart(source, this.frame);
    const { frame, weights } = this;
    weights.fill(0);
    if (hidden === 'everything') {
      weights.fill(255);
      const { width: right, height: bottom } = frame;
      this.#blend(plate, { view, weights, box: { left: 0, top: 0, right, bottom } });
      return;
    }
    const boxes = hidden.holes.map((hole) => drawHole(hole, weights, frame, hidden.weightOf));
    if (boxes.length === 0) {
      return;
    }
    const scene = { planes: source, plate: plate.image, view };
    const things =
      caster === null
        ? null
        : drawCarriedThings(weights, { ...scene, joints: caster, noise: plate.noise });
    if (things !== null) {
      boxes.push(things);
    }
    const shadow =
      caster === null ? null : findDriverShadow({ ...scene, person: weights, joints: caster });
    if (shadow === null) {
      this.#blend(plate, { view, weights, box: joinBoxes(boxes) });
      return;
    }
    this.#shadowed.set(weights);
    const box = drawShadowHole(shadow, this.#shadowed, frame);
    this.#blend(plate, { view, weights: this.#shadowed, box: joinBoxes([...boxes, box]) });
  }

  /** Copies a frame unchanged. */
  copy(frame: I420Frame): I420Frame {
    copyFramePart(frame, this.frame);
    return this.frame;
  }

  #blend({ image, isStill }: ScenePlate, { view, weights, box }: BlendPart): void {
    const { frame } = this;
    const isExact = isStill && Number.isInteger(view.shiftX) && Number.isInteger(view.shiftY);
    const luma = { plane: frame.y, stride: frame.strideY, weights, step: 1 };
    blendPlane({ ...luma, box, view, isExact }, image.y, image);
    const half = {
      left: box.left >> 1,
      top: box.top >> 1,
      right: box.right >> 1,
      bottom: box.bottom >> 1,
    };
    const chroma = { weights, step: 2, box: half, view, isExact: false, stride: frame.strideU };
    const size = { width: image.strideU, height: image.height >> 1 };
    blendPlane({ ...chroma, plane: frame.u }, image.u, size);
    blendPlane({ ...chroma, plane: frame.v }, image.v, size);
  }
}

interface PlaneBlend {
  readonly plane: Uint8Array;
  readonly stride: number;
  /** Weights at the resolution of luma. */
  readonly weights: Uint8Array;
  /** Pixels of luma per pixel of the plane. */
  readonly step: number;
  readonly box: HoleBox;
  /** View in pixels of luma. */
  readonly view: Similarity;
  /** True if the view only shifts by whole pixels. */
  readonly isExact: boolean;
}

/** Blends a plane of the plate into the frame, adapted to the light around the hole. */
function blendPlane(
  blend: PlaneBlend,
  from: Uint8Array,
  size: { readonly width: number; readonly height: number },
): void {
  const { plane, stride, weights, step, box } = blend;
  const { left, top, right, bottom } = box;
  const width = right - left;
  const shown = shownPart(blend, from, size);
  const light = createRimLight({ width, height: bottom - top }, step === 1 ? 'luma' : 'chroma');
  const wide = stride * step;
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const there = shown[(row - top) * width + column - left];
      const off = plane[row * stride + column] - there;
      light.add(column - left, row - top, off, weights[row * step * wide + column * step]);
    }
  }
  light.spread();
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const weight = weights[row * step * wide + column * step] / 255;
      if (weight > 0) {
        const at = row * stride + column;
        const lift = light.read(column - left, row - top);
        const there = shown[(row - top) * width + column - left] + lift;
        plane[at] = clamp(plane[at] + (there - plane[at]) * weight + 0.5, 0, 255);
      }
    }
  }
}

/** Returns the plate in the frame's coordinates within a box; only where there is a weight. */
function shownPart(
  { weights, step, box: { left, top, right, bottom }, view, isExact, stride }: PlaneBlend,
  from: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Float32Array {
  const across = right - left;
  const shown = new Float32Array(Math.max(0, across * (bottom - top)));
  // Centres of pixels are at half coordinates, also at half resolution.
  const shiftX = (view.shiftX + ((view.a - view.b - 1) * (step - 1)) / 2) / step;
  const shiftY = (view.shiftY + ((view.a + view.b - 1) * (step - 1)) / 2) / step;
  const wide = stride * step;
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      if (weights[row * step * wide + column * step] === 0) {
        continue;
      }
      const x = clamp(view.a * column - view.b * row + shiftX, 0, width - 1.001);
      const y = clamp(view.b * column + view.a * row + shiftY, 0, height - 1.001);
      const [cellX, cellY] = [x | 0, y | 0];
      const at = cellY * width + cellX;
      const to = (row - top) * across + column - left;
      if (isExact) {
        shown[to] = from[Math.round(y) * width + Math.round(x)];
        continue;
      }
      const upper = from[at] + (from[at + 1] - from[at]) * (x - cellX);
      const below = at + width;
      const lower = from[below] + (from[below + 1] - from[below]) * (x - cellX);
      shown[to] = upper + (lower - upper) * (y - cellY);
    }
  }
  return shown;
}
