import { boxBlur } from '../../vision/box-blur.ts';
import { fillPolygon, type Point } from '../../pixels/fill-polygon.ts';
import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { lumaWeights } from '../../pixels/yuv.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import type { CharacterCutout } from '../character/character-cutout.ts';

/** Cutout as YUV planes at one size. */
export interface PuppetPlanes {
  /** Size of luma and masks; chroma has half of it. */
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** Alpha of the person, and of the head alone. */
  readonly alpha: Uint8Array;
  readonly head: Uint8Array;
  /** Mask of the face with a soft outline. */
  readonly face: Uint8Array;
  /** Pixels per pixel of the cutout. */
  readonly scale: number;
}

/** Size of the face mask relative to its outline, and the width of its fade as a fraction of its width. */
const FACE_SIZE = 0.95;
const FACE_FADE = 0.03;

/** Reductions of the cutout in the frame above which the half and the quarter size are drawn. */
const REDUCTIONS = [1.5, 3];
/** Factor by which a reduction must be beyond those before the size changes. */
const MARGIN = 1.1;

/**
 * Returns which of the {@link makePuppetPlanes} to draw when the cutout is reduced by a factor. The one drawn so far
 * (null for none) stays until another is clearly better, otherwise the sharpness would toggle from frame to frame.
 */
export function selectPuppetPlanes(drawn: number | null, reduction: number): number {
  if (drawn !== null) {
    const least = drawn === 0 ? 0 : REDUCTIONS[drawn - 1]! / MARGIN;
    const most = (REDUCTIONS[drawn] ?? Number.POSITIVE_INFINITY) * MARGIN;
    if (reduction >= least && reduction <= most) {
      return drawn;
    }
  }
  return REDUCTIONS.findLastIndex((limit) => reduction > limit) + 1;
}

/** Creates the planes of the cutout at full size, and at half and quarter size for frames in which it is small. */
export function makePuppetPlanes(
  cutout: CharacterCutout,
  frame: I420Frame,
): readonly PuppetPlanes[] {
  const whole = convert(cutout, frame);
  const half = halve(whole);
  return [whole, half, halve(half)];
}

function convert(cutout: CharacterCutout, frame: I420Frame): PuppetPlanes {
  const { width, height, pixels, head } = cutout;
  const { matrix, isFullRange } = computeColour(frame);
  const [red, blue] = lumaWeights(matrix);
  const green = 1 - red - blue;
  const count = width * height;
  const y = new Uint8Array(count);
  const alpha = new Uint8Array(count);
  const u = new Uint8Array(count / 4);
  const v = new Uint8Array(count / 4);
  const [black, scaleY, scaleC] = isFullRange ? [0, 1, 1] : [16, 219 / 255, 224 / 255];
  const lumaAt = (at: number): number =>
    red * pixels[at]! + green * pixels[at + 1]! + blue * pixels[at + 2]!;
  for (let index = 0; index < count; index += 1) {
    y[index] = black + lumaAt(index * 4) * scaleY + 0.5;
    alpha[index] = pixels[index * 4 + 3]!;
  }
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let [sumU, sumV] = [0, 0];
      for (const corner of [0, 1, width, width + 1]) {
        const at = (row * width + column + corner) * 4;
        const luma = lumaAt(at);
        sumU += pixels[at + 2]! - luma;
        sumV += pixels[at]! - luma;
      }
      const to = (row >> 1) * (width >> 1) + (column >> 1);
      u[to] = 128.5 + (sumU / 8 / (1 - blue)) * scaleC;
      v[to] = 128.5 + (sumV / 8 / (1 - red)) * scaleC;
    }
  }
  const own = head.map((weight, index) => Math.min(weight, 255) * (alpha[index]! > 0 ? 1 : 0));
  return { width, height, y, u, v, alpha, head: own, face: maskFace(cutout), scale: 1 };
}

function maskFace({ width, height, landmarks }: CharacterCutout): Uint8Array {
  const outline = FACE_OVAL.map((point): Point => [
    landmarks[point * 3]!,
    landmarks[point * 3 + 1]!,
  ]);
  const middleX = outline.reduce((sum, [x]) => sum + x, 0) / outline.length;
  const middleY = outline.reduce((sum, [, y]) => sum + y, 0) / outline.length;
  const size = Math.max(...outline.map(([x]) => x)) - Math.min(...outline.map(([x]) => x));
  const radius = Math.max(1, Math.round(size * FACE_FADE));
  const shrunk = outline.map(([x, y]): Point => [
    middleX + (x - middleX) * FACE_SIZE,
    middleY + (y - middleY) * FACE_SIZE,
  ]);
  const mask = new Float32Array(width * height);
  fillPolygon(mask, width, shrunk, 255);
  boxBlur(mask, width, radius);
  boxBlur(mask, width, radius);
  return Uint8Array.from(mask);
}

function halve({ width, height, y, u, v, alpha, head, face, scale }: PuppetPlanes): PuppetPlanes {
  // Chroma needs even sizes.
  const halfWidth = (width >> 1) & ~1;
  const halfHeight = (height >> 1) & ~1;
  const size = { width: halfWidth, height: halfHeight };
  const chroma = { width: halfWidth >> 1, height: halfHeight >> 1 };
  return {
    ...size,
    y: downsample2x(y, width, size),
    alpha: downsample2x(alpha, width, size),
    head: downsample2x(head, width, size),
    face: downsample2x(face, width, size),
    u: downsample2x(u, width >> 1, chroma),
    v: downsample2x(v, width >> 1, chroma),
    scale: scale / 2,
  };
}

function downsample2x(
  plane: Uint8Array,
  stride: number,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  const half = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * 2 * stride + column * 2;
      half[row * width + column] =
        (plane[at]! + plane[at + 1]! + plane[at + stride]! + plane[at + stride + 1]! + 2) >> 2;
    }
  }
  return half;
}
