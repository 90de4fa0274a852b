import type { I420Frame, RgbaImage } from '../pixels/frame.ts';
import { toI420, selectYuvConversion } from '../pixels/yuv.ts';
import type { ImageFace } from './head-view.ts';

/** The part of a still around a face, as a frame that may be changed. */
export interface FacePart {
  readonly frame: I420Frame;
  /** The face, in pixels of the frame. */
  readonly face: ImageFace;
  /** Returns a copy of the still with the changes of the frame; all other pixels keep their bytes. */
  apply(): RgbaImage;
}

/** Cuts a face out of a still, with `margin` of its size around it. */
export function cutFacePart(image: RgbaImage, face: ImageFace, margin: number): FacePart {
  const { box } = face;
  const left = even(Math.max(0, box.left - box.width * margin));
  const top = even(Math.max(0, box.top - box.height * margin));
  const right = Math.min(image.width, Math.ceil(box.left + box.width * (1 + margin)));
  const bottom = Math.min(image.height, Math.ceil(box.top + box.height * (1 + margin)));
  const part = cut(image, { left, top, width: right - left, height: bottom - top });
  const after = toI420(part);
  const move = (points: Float32Array): Float32Array =>
    points.map((value, at) => (at % 3 === 0 ? value - left : at % 3 === 1 ? value - top : value));
  return {
    frame: after,
    face: {
      ...face,
      landmarks: move(face.landmarks),
      iris: move(face.iris),
      box: { ...box, left: box.left - left, top: box.top - top },
    },
    apply() {
      const pixels = Uint8ClampedArray.from(image.pixels);
      addChange({ before: toI420(part), after }, pixels, {
        stride: image.width,
        origin: top * image.width + left,
      });
      return { width: image.width, height: image.height, pixels };
    },
  };
}

/** Adds the difference of two frames to the pixels of an image, which keeps its full chroma resolution. */
function addChange(
  { before, after }: Readonly<Record<'before' | 'after', I420Frame>>,
  pixels: Uint8ClampedArray,
  { stride, origin }: { readonly stride: number; readonly origin: number },
): void {
  const { redFromV, greenFromU, greenFromV, blueFromU } = selectYuvConversion(after);
  for (let row = 0; row < after.height; row += 1) {
    for (let column = 0; column < after.width; column += 1) {
      const luma = row * after.strideY + column;
      const chroma = (row >> 1) * after.strideU + (column >> 1);
      const grey = after.y[luma] - before.y[luma];
      const u = after.u[chroma] - before.u[chroma];
      const v = after.v[chroma] - before.v[chroma];
      if (grey !== 0 || u !== 0 || v !== 0) {
        const at = (origin + row * stride + column) * 4;
        pixels[at] += grey + redFromV * v;
        pixels[at + 1] += grey + greenFromU * u + greenFromV * v;
        pixels[at + 2] += grey + blueFromU * u;
      }
    }
  }
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
