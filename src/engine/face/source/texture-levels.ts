import { selectYuvConversion, lumaWeights } from '../../pixels/yuv.ts';
import { computeColour, createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import type { FaceSource } from './face-source.ts';
import { LIPS_OUTER } from '../../track/mesh-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { relativeIlluminance } from './relative-illuminance.ts';
import { fillOutline } from './texture-layout.ts';

/** Texture in one size: a frame in the colours of a stream, with the mask at the size of its luma. */
export interface TextureLevel {
  readonly frame: I420Frame;
  readonly mask: Uint8Array;
}

/** Fractions of the luma of the face between which its colour begins to be used. */
const COLOUR_KNOWN = [0.25, 0.75] as const;
/** Weight of the colour of dark lips: all of it would be lurid on darker skin. */
const LIP_WEIGHT = 0.5;
/** Softness of the edge of lips, as a fraction of the texture. */
const LIP_EDGE = 0.008;
/** Minimum size of a texture level. */
const SMALLEST = 32;

/** Returns the number of levels of a texture. */
export function countLevels(size: number): number {
  return Math.log2(size / SMALLEST) + 1;
}

/**
 * Creates the texture levels of a source in the colours of `stream`, from full size in steps of half the size. Chroma
 * is under even light; see {@link relativeIlluminance}.
 */
export function makeTextureLevels(source: FaceSource, stream: I420Frame): readonly TextureLevel[] {
  const { size } = source.layout;
  const { red, green, blue } = source.colours;
  const { lumaOffset, lumaScale, redFromV, blueFromU } = selectYuvConversion(stream);
  const [redWeight, blueWeight] = lumaWeights(computeColour(stream).matrix);
  const y = new Float32Array(size * size);
  const u = new Float32Array(size * size);
  const v = new Float32Array(size * size);
  for (let index = 0; index < y.length; index += 1) {
    const r = red[index];
    const b = blue[index];
    const luma = redWeight * r + (1 - redWeight - blueWeight) * green[index] + blueWeight * b;
    y[index] = luma / lumaScale + lumaOffset;
    u[index] = (b - luma) / blueFromU;
    v[index] = (r - luma) / redFromV;
  }
  const reference = meanWhere(y, source.mask) - lumaOffset;
  for (let index = 0; index < y.length; index += 1) {
    const light = relativeIlluminance(y[index] - lumaOffset, reference);
    u[index] = 128 + u[index] / light;
    v[index] = 128 + v[index] / light;
  }
  const lips = new Float32Array(size * size);
  fillOutline(lips, source.layout, { outline: LIPS_OUTER, value: 1 });
  boxBlur(lips, size, Math.round(size * LIP_EDGE));
  const skinU = meanWhere(u, source.mask);
  const skinV = meanWhere(v, source.mask);
  for (let index = 0; index < y.length; index += 1) {
    // Dark pixels of the photo carry little colour; brows and shadows would turn blue on redder skin. Red lips are
    // dark, but red.
    const lit = smoothstep(COLOUR_KNOWN[0], COLOUR_KNOWN[1], (y[index] - lumaOffset) / reference);
    const known = lit + LIP_WEIGHT * lips[index] * (1 - lit);
    u[index] = skinU + (u[index] - skinU) * known;
    v[index] = skinV + (v[index] - skinV) * known;
  }
  const levels: TextureLevel[] = [];
  let planes = { y, u: halve(u, size), v: halve(v, size), mask: Float32Array.from(source.mask) };
  for (let width = size; width >= SMALLEST; width /= 2) {
    const frame = createI420Frame(width, width, computeColour(stream));
    const mask = new Uint8Array(width * width);
    setBytes(planes.y, frame.y);
    setBytes(planes.u, frame.u);
    setBytes(planes.v, frame.v);
    setBytes(planes.mask, mask);
    levels.push({ frame, mask });
    planes = {
      y: halve(planes.y, width),
      u: halve(planes.u, width / 2),
      v: halve(planes.v, width / 2),
      mask: halve(planes.mask, width),
    };
  }
  return levels;
}

/** Returns the mean of the values where a mask is not empty. */
function meanWhere(plane: Float32Array, mask: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let index = 0; index < plane.length; index += 1) {
    if (mask[index] > 0) {
      sum += plane[index];
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}

/** Averages squares of four pixels. */
function halve(plane: Float32Array, width: number): Float32Array<ArrayBuffer> {
  const halfWidth = width >> 1;
  const half = new Float32Array(plane.length >> 2);
  let at = 0;
  for (let index = 0; index < half.length; at += width) {
    for (const end = index + halfWidth; index < end; index += 1, at += 2) {
      half[index] = (plane[at] + plane[at + 1] + plane[at + width] + plane[at + width + 1]) / 4;
    }
  }
  return half;
}

/** Rounds values to bytes with clamping: wrapped bytes turned the red of evenly lit lips green. */
function setBytes(values: Float32Array, bytes: Uint8Array): void {
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Math.max(0, Math.min(255, Math.round(values[index])));
  }
}
