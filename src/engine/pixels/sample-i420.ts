import type { I420Frame } from './frame.ts';
import type { Region } from './region.ts';
import { canSampleSimd, sampleSimd } from './sample-simd.ts';
import { MAX_DOWNSCALED_WIDTH, sampleDownscaled } from './sample-downscaled.ts';
import { selectYuvConversion } from './yuv.ts';
import { clamp } from '../vision/math.ts';
import type { SampleTarget } from './sample-target.ts';

/**
 * Fills `target` with the part of `frame` in `region`, directly from the planes, without a temporary frame or
 * allocation. Luma is averaged over up to 3 by 3 samples, depending on the reduction, which keeps noise and aliasing
 * out of the models; chroma is sampled once.
 */
export function sampleI420(frame: I420Frame, region: Readonly<Region>, target: SampleTarget): void {
  const { width, height } = target;
  const isReduced = region.width >= 3 * width && region.height >= 2 * height;
  if (isReduced && region.rotation === 0 && width <= MAX_DOWNSCALED_WIDTH) {
    sampleDownscaled(frame, region, target);
    return;
  }
  const cos = Math.cos(region.rotation);
  const sin = Math.sin(region.rotation);
  const perColumn = region.width / width;
  const perRow = region.height / height;
  const stepX = cos * perColumn;
  const stepY = sin * perColumn;
  const taps = Math.max(1, Math.min(3, Math.round(Math.max(perColumn, perRow) * 0.75)));
  if (canSampleSimd(frame, region)) {
    sampleSimd(frame, region, target, taps);
    return;
  }
  const { lumaOffset, lumaScale, redFromV, greenFromU, greenFromV, blueFromU } =
    selectYuvConversion(frame);
  const { values, scale, offsetRed, offsetGreen, offsetBlue } = target;
  const isBlack = target.border === 'black';
  const red = target.isBgr ? 2 : 0;
  const { y: lumaPlane, u: uPlane, v: vPlane, strideY, strideU, strideV } = frame;
  const chromaWidth = (frame.width + 1) >> 1;
  const chromaHeight = (frame.height + 1) >> 1;
  let out = 0;
  for (let row = 0; row < height; row += 1) {
    const fromMiddle = (row + 0.5 - height / 2) * perRow;
    let x = region.centreX - fromMiddle * sin + (0.5 - width / 2) * stepX;
    let y = region.centreY + fromMiddle * cos + (0.5 - width / 2) * stepY;
    for (let column = 0; column < width; column += 1, x += stepX, y += stepY, out += 3) {
      if (isBlack && (x < 0 || y < 0 || x > frame.width || y > frame.height)) {
        values[out + red] = offsetRed;
        values[out + 1] = offsetGreen;
        values[out + 2 - red] = offsetBlue;
        continue;
      }
      let luma = 0;
      if (taps === 1) {
        luma = readClamped(lumaPlane, strideY, frame.width, frame.height, x - 0.5, y - 0.5);
      } else {
        for (let i = 0; i < taps; i += 1) {
          const down = ((i + 0.5) / taps - 0.5) * perRow;
          for (let j = 0; j < taps; j += 1) {
            const along = (j + 0.5) / taps - 0.5;
            const px = x + along * stepX - down * sin - 0.5;
            const py = y + along * stepY + down * cos - 0.5;
            luma += readClamped(lumaPlane, strideY, frame.width, frame.height, px, py);
          }
        }
        luma /= taps * taps;
      }
      const half = x / 2 - 0.5;
      const down = y / 2 - 0.5;
      const u = readClamped(uPlane, strideU, chromaWidth, chromaHeight, half, down) - 128;
      const v = readClamped(vPlane, strideV, chromaWidth, chromaHeight, half, down) - 128;
      const grey = (luma - lumaOffset) * lumaScale;
      values[out + red] = clamp(grey + redFromV * v, 0, 255) * scale + offsetRed;
      values[out + 1] = clamp(grey + greenFromU * u + greenFromV * v, 0, 255) * scale + offsetGreen;
      values[out + 2 - red] = clamp(grey + blueFromU * u, 0, 255) * scale + offsetBlue;
    }
  }
}

/** Interpolates between four samples of a plane, clamped to the edge. */
function readClamped(
  plane: Uint8Array,
  stride: number,
  width: number,
  height: number,
  x: number,
  y: number,
): number {
  const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : x;
  const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : y;
  const left = cx | 0;
  const top = cy | 0;
  const fx = cx - left;
  const at = top * stride + left;
  const right = left < width - 1 ? 1 : 0;
  const below = at + (top < height - 1 ? stride : 0);
  const upper = plane[at] + (plane[at + right] - plane[at]) * fx;
  const lower = plane[below] + (plane[below + right] - plane[below]) * fx;
  return upper + (lower - upper) * (cy - top);
}
