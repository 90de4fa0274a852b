import { createFaceSwapper } from '../face/face-swapper.ts';
import { prepareSource } from '../face/face-source.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { toI420, yuvToRgbOf } from '../pixels/yuv.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import type { PlacedFace } from './head-view.ts';

/** Room around the face that is converted, as part of its size. */
const MARGIN = 0.15;

/**
 * Puts the face of one picture on that of another and leaves hair and outline. Returns a copy of `target` in which
 * only pixels of the face differ, or null when the face is turned too far to be swapped.
 */
export function swapFaceOfStill(
  source: { readonly picture: RgbaImage; readonly face: PlacedFace },
  target: { readonly picture: RgbaImage; readonly face: PlacedFace },
  canonicalFace: CanonicalFace,
): RgbaImage | null {
  const { picture, face } = target;
  const { box } = face;
  const left = even(Math.max(0, box.left - box.width * MARGIN));
  const top = even(Math.max(0, box.top - box.height * MARGIN));
  const right = Math.min(picture.width, Math.ceil(box.left + box.width * (1 + MARGIN)));
  const bottom = Math.min(picture.height, Math.ceil(box.top + box.height * (1 + MARGIN)));
  const part = cut(picture, { left, top, width: right - left, height: bottom - top });
  const before = toI420(part);
  const after = toI420(part);
  const swapper = createFaceSwapper(prepareSource(source.picture, source.face, canonicalFace));
  const landmarks = face.landmarks.map((value, at) =>
    at % 3 === 0 ? value - left : at % 3 === 1 ? value - top : value,
  );
  const strength = swapper.swap(after, {
    ...face,
    id: 1,
    isNew: true,
    landmarks,
    box: { ...box, left: box.left - left, top: box.top - top },
  });
  if (strength < 0.5) {
    return null;
  }
  const pixels = Uint8ClampedArray.from(picture.pixels);
  const { redFromV, greenFromU, greenFromV, blueFromU } = yuvToRgbOf(after);
  for (let row = 0; row < part.height; row += 1) {
    for (let column = 0; column < part.width; column += 1) {
      const luma = row * after.strideY + column;
      const chroma = (row >> 1) * after.strideU + (column >> 1);
      const grey = after.y[luma]! - before.y[luma]!;
      const u = after.u[chroma]! - before.u[chroma]!;
      const v = after.v[chroma]! - before.v[chroma]!;
      if (grey !== 0 || u !== 0 || v !== 0) {
        const at = ((top + row) * picture.width + left + column) * 4;
        pixels[at]! += grey + redFromV * v;
        pixels[at + 1]! += grey + greenFromU * u + greenFromV * v;
        pixels[at + 2]! += grey + blueFromU * u;
      }
    }
  }
  return { width: picture.width, height: picture.height, pixels };
}

function even(value: number): number {
  return Math.floor(value / 2) * 2;
}

function cut(
  { width: stride, pixels }: RgbaImage,
  {
    left,
    top,
    width,
    height,
  }: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  },
): RgbaImage {
  const part = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const from = ((top + row) * stride + left) * 4;
    part.set(pixels.subarray(from, from + width * 4), row * width * 4);
  }
  return { width, height, pixels: part };
}
