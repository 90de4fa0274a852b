import { downscaleImage } from '../../head/downscale-image.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte, enlargeMatte } from '../../track/person-matte.ts';
import { fitGuidedFilter } from '../../vision/guided-filter.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import type { PortraitFace } from './portrait-face.ts';

/**
 * Side of the reduced image for which the guided filter is fitted; its coefficients are applied to every
 * full-resolution pixel.
 */
const RULE_SIDE = 700;
const REFINING = { radius: 4, noise: 8 };
/**
 * Distance from the head's middle beyond which the matte belongs to other people, in centimetres; hats and hair end
 * before.
 */
const ASIDE_CM = [17, 22] as const;
/** Distance of the shoulders below the chin. */
const SHOULDERS_CM = 2;
/** Height above the shoulders over which other people fade out, to avoid a visible edge. */
const SHOULDER_FADE_CM = 4;
const CHIN = 152;
/** Rows processed between two pauses. */
const ROWS_AT_ONCE = 64;

/** Options for cutting out a person. */
export interface CuttingOptions {
  /** Segmentation model; see `createPersonMatte`. */
  readonly matte: FixedModel;
  /**
   * True when the image shows one face: then the whole matte is that person, including hair that flows far to the side.
   */
  readonly isAlone: boolean;
  /** Awaited between steps of some tens of milliseconds. */
  readonly pause: () => Promise<void>;
}

/** Returns the alpha matte of the person of a face, 0..255 per pixel. */
export async function cutPerson(
  image: RgbaImage,
  face: PortraitFace,
  { matte, isAlone, pause }: CuttingOptions,
): Promise<Uint8Array> {
  const { width, height } = image;
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / RULE_SIDE));
  const reduced = downscaleImage(image, factor);
  const { values, rule } = fitRule(reduced, matte);
  await pause();
  const planes = [values, rule.red, rule.green, rule.blue, rule.offset];
  const at = new Float64Array(planes.length);
  const alpha = new Uint8Array(width * height);
  const { pose, landmarks } = face;
  const middleX = landmarks[CHIN * 3];
  const shoulderRow = landmarks[CHIN * 3 + 1] + SHOULDERS_CM * pose.scale;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      readPlanes(at, planes, reduced, { x: (column + 0.5) / factor, y: (row + 0.5) / factor });
      const index = row * width + column;
      const red = image.pixels[index * 4];
      const green = image.pixels[index * 4 + 1];
      const blue = image.pixels[index * 4 + 2];
      const value = at[0];
      const fine = at[1] * red + at[2] * green + at[3] * blue + at[4];
      // The network is reliable inside and outside; its edge is refined and drawn in a little.
      const isEdge = smoothstep(0.02, 0.25, value) * (1 - smoothstep(0.85, 0.99, value));
      const aside = Math.abs(column - middleX) / pose.scale;
      const isOther =
        isAlone || row >= shoulderRow
          ? 0
          : smoothstep(...ASIDE_CM, aside) *
            smoothstep(0, SHOULDER_FADE_CM, (shoulderRow - row) / pose.scale);
      const whole = smoothstep(0.3, 0.9, value + (fine - value) * isEdge);
      alpha[index] = 255 * whole * (1 - isOther) + 0.5;
    }
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) {
      await pause();
    }
  }
  return alpha;
}

function fitRule(image: RgbaImage, model: FixedModel) {
  const { width, height, pixels } = image;
  const coarse = new Uint8Array(width * height);
  enlargeMatte(createPersonMatte(model).matte(toI420(image)), coarse, image);
  const values = Float32Array.from(coarse, (value) => value / 255);
  const colours = new Float32Array(width * height * 3);
  for (let index = 0; index < values.length; index += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      colours[index * 3 + channel] = pixels[index * 4 + channel];
    }
  }
  return { values, rule: fitGuidedFilter(colours, values, { width, ...REFINING }) };
}

/** Samples all planes at one position, bilinear. */
function readPlanes(
  values: Float64Array,
  planes: readonly Float32Array[],
  { width, height }: Pick<RgbaImage, 'width' | 'height'>,
  { x, y }: { readonly x: number; readonly y: number },
): void {
  const left = clamp(x - 0.5, 0, width - 1.001);
  const top = clamp(y - 0.5, 0, height - 1.001);
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const [fx, fy] = [left - column, top - row];
  const corner = row * width + column;
  for (let plane = 0; plane < planes.length; plane += 1) {
    const of = planes[plane];
    const upper = of[corner] + (of[corner + 1] - of[corner]) * fx;
    const lower = of[corner + width] + (of[corner + width + 1] - of[corner + width]) * fx;
    values[plane] = upper + (lower - upper) * fy;
  }
}
