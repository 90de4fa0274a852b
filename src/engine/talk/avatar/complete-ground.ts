/**
 * The background behind the person of a portrait: inpainted at low resolution, with the high-frequency detail of the
 * copied patches added.
 */
import { threshold } from '../../vision/regions.ts';
import { downscaleImage } from '../../head/downscale-image.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { inpaint } from '../../vision/inpaint.ts';
import { levelPatches } from '../../vision/level-patches.ts';
import { clamp, smoothstep } from '../../vision/math.ts';

/** Portrait whose person is removed. */
export interface GroundRequest {
  readonly image: RgbaImage;
  /** Alpha matte of the person, 0..255. */
  readonly alpha: Uint8Array;
  /** Pixels per centimetre. */
  readonly scale: number;
  /** Number of horizontal bands; patches are copied only within a band, so that sky stays above and the floor below. */
  readonly bands?: number | undefined;
  /**
   * True when all of the inpainted area will be visible, as behind a person who walks away: seams are levelled, which
   * costs more time.
   */
  readonly hasWholeGround?: boolean | undefined;
  /**
   * Distance beside the person (centimetres) over which the inpainted background fades out: a person who stays in place
   * hides the rest, and the original image adjoins them. Covers the whole hole when absent.
   */
  readonly shownCm?: number | undefined;
  /** Awaited between steps of some tens of milliseconds. */
  readonly pause: () => Promise<void>;
}

/** Distance that becomes visible beside a person who turns and leans a little while speaking, in centimetres. */
export const BESIDE_SPEAKER_CM = 0.75;
/** Longer side of the low-resolution image that is inpainted, in pixels. */
const COARSE_SIDE = 300;
/** Margin around the matte for single hairs that it misses, in centimetres; minimum in low-resolution pixels. */
const MARGIN_CM = 1.6;
const MIN_MARGIN = 3;
const PERSON = 12;
/** Values of the blurred person mask where the inpainted background begins to show and where it shows alone. */
const BESIDE = [0.05, 0.35] as const;
/** Minimum fraction of known background; with less, the image is left unchanged. */
const MIN_KNOWN = 0.02;
/** Rows processed between two pauses. */
const ROWS_AT_ONCE = 64;

/** Returns the image without its person, or the image itself where the person covers nearly all of it. */
export async function completeGround(request: GroundRequest): Promise<RgbaImage> {
  const { image, pause, bands = 1, hasWholeGround = false, shownCm } = request;
  const factor = Math.max(1, Math.round(Math.max(image.width, image.height) / COARSE_SIDE));
  const coarse = downscaleImage(image, factor);
  const { width, height } = coarse;
  const person = findPerson(request, coarse, factor);
  const radiusOf = (cm: number): number => Math.round((cm * request.scale) / factor);
  const hole = findHole(person, width, Math.max(MIN_MARGIN, radiusOf(MARGIN_CM)));
  const isKnown = hole.map((value) => 1 - value);
  const known = isKnown.reduce((sum, value) => sum + value, 0);
  if (known < hole.length * MIN_KNOWN) {
    return image;
  }
  const before = new Float32Array(width * height * 3);
  for (let index = 0; index < hole.length; index += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      before[index * 3 + channel] = coarse.pixels[index * 4 + channel];
    }
  }
  const kinds = hole.map(
    (_, index) => 1 + Math.floor((Math.floor(index / width) * bands) / height),
  );
  const { colours: patched, origins } = await inpaint(
    { width, height, colours: before, hole, isKnown, kinds },
    pause,
  );
  const colours = hasWholeGround
    ? await levelPatches({ width, height, hole, before, colours: patched, origins }, pause)
    : patched;
  const soft = Float32Array.from(hole);
  boxBlur(soft, width, 1);
  if (shownCm !== undefined) {
    boxBlur(person, width, Math.max(1, radiusOf(shownCm)));
    soft.forEach((value, index) => {
      soft[index] = value * smoothstep(...BESIDE, person[index]);
    });
  }
  return fill(image, { width, height, factor, before, colours, origins, soft }, pause);
}

/** Returns the person mask at low resolution, 0 or 1. */
function findPerson(
  { image, alpha }: GroundRequest,
  { width, height }: RgbaImage,
  factor: number,
): Float32Array {
  const person = new Float32Array(width * height);
  for (let index = 0; index < person.length; index += 1) {
    const row = Math.floor(index / width) * factor;
    const column = (index % width) * factor;
    for (let y = row; y < row + factor; y += 1) {
      for (let x = column; x < column + factor; x += 1) {
        person[index] = alpha[y * image.width + x] > PERSON ? 1 : person[index];
      }
    }
  }
  return person;
}

/** Returns the person mask dilated by the margin. */
function findHole(person: Float32Array, width: number, margin: number): Uint8Array {
  const reach = person.slice();
  boxBlur(reach, width, margin);
  return threshold(reach, 0.02);
}

interface CompletedGround {
  readonly width: number;
  readonly height: number;
  readonly factor: number;
  /** Interleaved low-resolution colours before and after inpainting. */
  readonly before: Float32Array;
  readonly colours: Float32Array;
  readonly origins: Int32Array;
  /** Hole mask with a soft edge. */
  readonly soft: Float32Array;
}

/** Fills the hole at full resolution: low-resolution colour plus the detail at the source of the patch. */
async function fill(
  image: RgbaImage,
  ground: CompletedGround,
  pause: () => Promise<void>,
): Promise<RgbaImage> {
  const { width, factor, colours, before, origins, soft } = ground;
  const pixels = Uint8Array.from(image.pixels);
  for (let row = 0; row < image.height; row += 1) {
    for (let column = 0; column < image.width; column += 1) {
      const weight = smoothstep(0.3, 0.9, read(soft, 1, 0, { column, row, ground }));
      if (weight === 0) {
        continue;
      }
      const [coarseColumn, coarseRow] = toCoarse(column, row, ground);
      const origin = origins[coarseRow * width + coarseColumn];
      const fromColumn = column + ((origin % width) - coarseColumn) * factor;
      const fromRow = row + (Math.floor(origin / width) - coarseRow) * factor;
      const hasDetail =
        origin >= 0 &&
        fromColumn >= 0 &&
        fromColumn < image.width &&
        fromRow >= 0 &&
        fromRow < image.height;
      const at = (row * image.width + column) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const detail = hasDetail
          ? image.pixels[(fromRow * image.width + fromColumn) * 4 + channel] -
            read(before, 3, channel, { column: fromColumn, row: fromRow, ground })
          : 0;
        const value = read(colours, 3, channel, { column, row, ground }) + detail;
        pixels[at + channel] = clamp(
          image.pixels[at + channel] * (1 - weight) + value * weight + 0.5,
          0,
          255,
        );
      }
    }
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) {
      await pause();
    }
  }
  return { width: image.width, height: image.height, pixels };
}

function toCoarse(
  column: number,
  row: number,
  { width, height, factor }: CompletedGround,
): readonly [column: number, row: number] {
  return [
    Math.min(width - 1, Math.floor(column / factor)),
    Math.min(height - 1, Math.floor(row / factor)),
  ];
}

/** Samples a low-resolution plane of `step` interleaved values at a full-resolution pixel, bilinear. */
function read(
  plane: Float32Array,
  step: number,
  channel: number,
  {
    column,
    row,
    ground: { width, height, factor },
  }: { readonly column: number; readonly row: number; readonly ground: CompletedGround },
): number {
  const x = clamp((column + 0.5) / factor - 0.5, 0, width - 1.001);
  const y = clamp((row + 0.5) / factor - 0.5, 0, height - 1.001);
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (top * width + left) * step + channel;
  const below = at + width * step;
  const upper = plane[at] + (plane[at + step] - plane[at]) * (x - left);
  const lower = plane[below] + (plane[below + step] - plane[below]) * (x - left);
  return upper + (lower - upper) * (y - top);
}
