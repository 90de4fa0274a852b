/**
 * People in the frames of a video: the coarse matte of the network is stabilised along the movement and fitted to the
 * edges of the frame by a guided filter, both at a small size; its rule is applied at half the size of the frame.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte, type Matte } from '../../track/person-matte.ts';
import { fitGuidedFilter, type GuidedFilter } from '../../vision/guided-filter.ts';
import { smoothstep } from '../../vision/math.ts';
import type { FrameMotion, SmallFlow, SmallFrame } from './frame-motion.ts';
import { readBetween } from './movement.ts';
import { scalePlane } from '../raster/planes.ts';
import type { FloatPlane } from '../raster/raster.ts';

/** Fraction of the previous matte that stays, where the flow has full confidence. */
const HELD = 0.6;
const RADIUS = 3;
/** Strength of colour differences that the guided filter treats as noise. */
const NOISE = 6;
/** Matte values of the network that count as background (below) and as person (above). */
const NOBODY = 0.22;
const SOMEBODY = 0.85;

/** Finds people in the frames of one video, one after the other. */
export class VideoPeople {
  readonly #network;
  #held: FloatPlane | null = null;

  /** `model` is the network that segments people. */
  constructor(model: FixedModel) {
    this.#network = createPersonMatte(model);
  }

  /** Returns the mask of people, 0 background .. 255 person, at half the size of a frame, rounded up. */
  segment(frame: I420Frame, motion: FrameMotion): Uint8Array<ArrayBuffer> {
    const small = motion.small();
    const { values: coarse, width } = this.#network.matte(frame);
    const values = scalePlane(coarse, width, small);
    for (let index = 0; index < values.length; index += 1) {
      values[index] = smoothstep(NOBODY, SOMEBODY, values[index]);
    }
    const flow = motion.flow();
    if (flow !== null && this.#held?.length === values.length) {
      holdPlane(values, this.#held, flow);
    }
    this.#held = values;
    return applyRule(frame, small, { rule: fitRule(small, values), values });
  }
}

/** A fine matte as {@link VideoPeople.segment} gives it: at half the size of a frame. */
export function halveMatte(
  { width, values }: Matte,
  frame: { readonly width: number; readonly height: number },
): Uint8Array<ArrayBuffer> {
  const half = { width: (frame.width + 1) >> 1, height: (frame.height + 1) >> 1 };
  return Uint8Array.from(scalePlane(values, width, half), (value) => value * 255 + 0.5);
}

/** Mask of the people in one frame, computed on first use. */
export class FrameMatte {
  readonly #frame: { readonly width: number; readonly height: number };
  readonly #find: () => Uint8Array<ArrayBuffer>;
  #bytes: Uint8Array<ArrayBuffer> | null = null;
  #half: FloatPlane | null = null;
  #whole: FloatPlane | null = null;

  /** `find` is called once at most. */
  constructor(
    { width, height }: { readonly width: number; readonly height: number },
    find: () => Uint8Array<ArrayBuffer>,
  ) {
    this.#frame = { width, height };
    this.#find = find;
  }

  /** Returns the mask, 0 background .. 255 person, at half the size of the frame. */
  bytes(): Uint8Array<ArrayBuffer> {
    this.#bytes ??= this.#find();
    return this.#bytes;
  }

  /** Returns the mask with values of 0..1, at half the size of the frame. */
  half(): FloatPlane {
    if (this.#half === null) {
      const bytes = this.bytes();
      this.#half = new Float32Array(bytes.length);
      for (let at = 0; at < bytes.length; at += 1) {
        this.#half[at] = bytes[at] / 255;
      }
    }
    return this.#half;
  }

  /** Returns the mask at the size of the frame. */
  whole(): FloatPlane {
    this.#whole ??= scalePlane(this.half(), (this.#frame.width + 1) >> 1, this.#frame);
    return this.#whole;
  }
}

function holdPlane(plane: FloatPlane, before: FloatPlane, { width, x, y, trust }: SmallFlow): void {
  for (let index = 0; index < plane.length; index += 1) {
    const weight = trust[index] * HELD;
    if (weight > 0) {
      const column = (index % width) + x[index];
      const row = Math.floor(index / width) + y[index];
      plane[index] += (readBetween(before, width, column, row) - plane[index]) * weight;
    }
  }
}

function fitRule({ width, luma, u, v }: SmallFrame, values: FloatPlane): GuidedFilter {
  const colours = new Float32Array(values.length * 3);
  for (let index = 0, at = 0; index < values.length; index += 1, at += 3) {
    colours[at] = luma[index] * 255;
    colours[at + 1] = u[index];
    colours[at + 2] = v[index];
  }
  return fitGuidedFilter(colours, values, { width, radius: RADIUS, noise: NOISE });
}

/** Interpolates the filter's coefficients and the prior between the pixels of the small frame, row by row. */
function applyRule(
  frame: I420Frame,
  small: SmallFrame,
  { rule, values }: { readonly rule: GuidedFilter; readonly values: FloatPlane },
): Uint8Array<ArrayBuffer> {
  const { y, u, v, strideY, strideU, strideV } = frame;
  const width = (frame.width + 1) >> 1;
  const height = (frame.height + 1) >> 1;
  const people = new Uint8Array(width * height);
  const planes = [rule.red, rule.green, rule.blue, rule.offset, values];
  const lines = planes.map(() => new Float32Array(small.width + 1));
  const [ofLuma, ofU, ofV, offset, prior] = lines;
  for (let row = 0, at = 0; row < height; row += 1) {
    mixRows(planes, lines, { small, place: ((row + 0.5) * small.height) / height - 0.5 });
    const line = row * 2 * strideY;
    for (let column = 0; column < width; column += 1, at += 1) {
      const place = Math.max(0, ((column + 0.5) * small.width) / width - 0.5);
      const left = place | 0;
      const across = place - left;
      const light =
        (y[line + column * 2] + y[line + Math.min(column * 2 + 1, frame.width - 1)]) / 2;
      const before =
        ofLuma[left] * light +
        ofU[left] * u[row * strideU + column] +
        ofV[left] * v[row * strideV + column] +
        offset[left];
      const after =
        ofLuma[left + 1] * light +
        ofU[left + 1] * u[row * strideU + column] +
        ofV[left + 1] * v[row * strideV + column] +
        offset[left + 1];
      const known = prior[left] + (prior[left + 1] - prior[left]) * across;
      // Deep inside and far outside people the network is more reliable than colours.
      const isSure = smoothstep(0.9, 1, Math.abs(known - 0.5) * 2);
      const ruled = smoothstep(0.1, 0.9, before + (after - before) * across);
      people[at] = (ruled + (known - ruled) * isSure) * 255 + 0.5;
    }
  }
  return people;
}

function mixRows(
  planes: readonly Float32Array[],
  lines: readonly Float32Array[],
  { small, place }: { readonly small: SmallFrame; readonly place: number },
): void {
  const { width, height } = small;
  const y = Math.max(0, Math.min(height - 1, place));
  const top = Math.trunc(y) * width;
  const below = Math.min(height - 1, Math.trunc(y) + 1) * width;
  const down = y - Math.trunc(y);
  for (const [number, line] of lines.entries()) {
    const plane = planes[number];
    for (let column = 0; column < width; column += 1) {
      line[column] = plane[top + column] + (plane[below + column] - plane[top + column]) * down;
    }
    line[width] = line[width - 1];
  }
}
