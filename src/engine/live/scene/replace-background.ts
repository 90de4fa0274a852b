import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { lumaWeights } from '../../pixels/yuv.ts';
import { alignOffset, kernels, toLead, reserveKernelMemory } from '../../pixels/simd/kernels.ts';
import type { Backdrop } from './backdrop.ts';

/** Luma and chroma in the colour format of a frame. */
export interface FrameColour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** Converts an RGB colour (0..255 each) to a frame's YUV. */
export function toFrameColour(
  frame: I420Frame,
  [r, g, b]: readonly [number, number, number],
): FrameColour {
  const { matrix, isFullRange } = computeColour(frame);
  const [red, blue] = lumaWeights(matrix);
  const luma = red * r + (1 - red - blue) * g + blue * b;
  const chroma = isFullRange ? 1 : 224 / 255;
  return {
    y: isFullRange ? luma : 16 + (luma * 219) / 255,
    u: 128 + ((b - luma) / (2 * (1 - blue))) * chroma,
    v: 128 + ((r - luma) / (2 * (1 - red))) * chroma,
  };
}

/** Fills a frame with one colour behind `people` (mask at half size, 255 for a person). */
export function fillBackground(
  frame: I420Frame,
  people: Uint8Array,
  { y, u, v }: FrameColour,
): void {
  const one = (value: number): Float32Array => Float32Array.of(value);
  const ground = { width: 1, height: 1, step: 2, y: one(y), u: one(u), v: one(v) };
  compositePlanes(frame, people, ground, 0);
}

/** Composites a backdrop onto a frame behind `people`, or in their place when `isInstead`. */
export function replaceBackground(
  frame: I420Frame,
  people: Uint8Array,
  backdrop: CoarsePlanes,
  isInstead = false,
): void {
  compositePlanes(frame, people, backdrop, isInstead ? -1 : 0);
}

/** Planes at low resolution, `step` luma pixels per value. */
type CoarsePlanes = Pick<Backdrop, 'width' | 'height' | 'step' | 'y' | 'u' | 'v'>;

/** Composites the planes. Kernel memory: mask, coarse plane, two lines, and the plane that is composited onto. */
function compositePlanes(
  frame: I420Frame,
  people: Uint8Array,
  ground: CoarsePlanes,
  turned: number,
): void {
  const { width, height } = frame;
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const values = alignOffset(people.length);
  const lines = alignOffset(values + ground.width * ground.height * 4);
  const plane = alignOffset(lines + 4 * width + 64);
  const { bytes, floats } = reserveKernelMemory(plane + 16 + frame.y.length);
  bytes.set(people);
  for (const name of ['y', 'u', 'v'] as const) {
    const isLuma = name === 'y';
    const pixels = frame[name];
    const size = isLuma ? frame : half;
    const stride = isLuma ? frame.strideY : name === 'u' ? frame.strideU : frame.strideV;
    const at = plane + toLead(pixels, 16);
    floats.set(ground[name], values / 4);
    bytes.set(pixels, at);
    kernels.replaceBackground(
      at,
      stride,
      size.width,
      size.height,
      isLuma ? 1 : 0,
      0,
      half.width,
      turned,
      values,
      ground.width,
      ground.height,
      isLuma ? ground.step : ground.step >> 1,
      lines,
    );
    pixels.set(bytes.subarray(at, at + pixels.length));
  }
}
