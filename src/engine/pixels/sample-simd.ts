import type { I420Frame } from './frame.ts';
import type { Region } from './region.ts';
import type { SampleTarget } from './sample-target.ts';
import { alignOffset, kernels, toLead, reserveKernelMemory } from './simd/kernels.ts';
import { selectYuvConversion, type YuvToRgb } from './yuv.ts';

/** Fixed-point unit of positions: 16 bits for the fraction, so positions end at 32767 pixels. */
const PIXEL = 65_536;
const FARTHEST = 0x7fff_ffff;
/** Half of that range, as a region may lie beside the frame. */
const MAX_LENGTH = 16_383;
const MAX_TAPS = 9;
/** Number of pixels per kernel step. */
const STEP = 4;

/** Numbers of values in `facts` and in `limits`; see `sampleRow` of `kernels`. */
const FACT_COUNT = 11;
const LIMIT_COUNT = 8;
const FACTS = 0;
const LIMITS = alignOffset(FACTS + FACT_COUNT * 4);
const TAPS = alignOffset(LIMITS + LIMIT_COUNT * 4);
const OUT = alignOffset(TAPS + MAX_TAPS * 8);

/** Returns whether {@link sampleSimd} can be used for a region of a frame. */
export function canSampleSimd(frame: I420Frame, region: Readonly<Region>): boolean {
  const { width, height } = frame;
  const reach = region.width + region.height;
  return (
    Math.min(width, height) >= 4 &&
    Math.max(width, height) <= MAX_LENGTH &&
    Math.abs(region.centreX) + reach <= 2 * MAX_LENGTH &&
    Math.abs(region.centreY) + reach <= 2 * MAX_LENGTH &&
    frame.strideU === frame.strideV
  );
}

/**
 * Fills `target` with the part of `frame` in a region, averaging `taps` by `taps` samples of luma: in integers and four
 * pixels at a time, in a fifth of the time of the general path.
 */
export function sampleSimd(
  frame: I420Frame,
  region: Readonly<Region>,
  target: SampleTarget,
  taps: number,
): void {
  const { width, height, values } = target;
  const cos = Math.cos(region.rotation);
  const sin = Math.sin(region.rotation);
  const columnX = (cos * region.width) / width;
  const columnY = (sin * region.width) / width;
  const rowX = (-sin * region.height) / height;
  const rowY = (cos * region.height) / height;
  const paddedWidth = Math.ceil(width / STEP) * STEP;
  const reach = (Math.abs(sin) * region.width + Math.abs(cos) * region.height) / 2;
  setRows(frame, region.centreY, reach + STEP * Math.abs(columnY) + 2);
  const { strideY, strideU } = frame;
  const [start, end] = [rows.top * strideY, rows.bottom * strideY];
  const [chromaStart, chromaEnd] = [rows.chromaTop * strideU, rows.chromaBottom * strideU];
  const lumaLead = toLead(frame.y, start);
  const uLead = toLead(frame.u, chromaStart);
  const vLead = toLead(frame.v, chromaStart);
  const luma = alignOffset(OUT + paddedWidth * height * 12);
  const u = alignOffset(luma + lumaLead + end - start);
  const v = alignOffset(u + uLead + chromaEnd - chromaStart);
  const memory = reserveKernelMemory(v + vLead + chromaEnd - chromaStart);
  // Whole rows at once: a view per row would cost more than the additional bytes.
  memory.bytes.set(frame.y.subarray(start - lumaLead, end), luma);
  memory.bytes.set(frame.u.subarray(chromaStart - uLead, chromaEnd), u);
  memory.bytes.set(frame.v.subarray(chromaStart - vLead, chromaEnd), v);
  const tapCount = taps * taps;
  for (let tap = 0; tap < tapCount; tap += 1) {
    const along = ((tap % taps) + 0.5) / taps - 0.5;
    const down = (Math.floor(tap / taps) + 0.5) / taps - 0.5;
    const at = TAPS / 4 + tap * 2;
    memory.integers[at] = Math.round((along * columnX + down * rowX) * PIXEL);
    memory.integers[at + 1] = Math.round((along * columnY + down * rowY) * PIXEL);
  }
  setFacts(memory.floats, selectYuvConversion(frame), target, tapCount);
  setLimits(memory.integers, frame, target.border === 'black');
  const stepX = Math.round(columnX * PIXEL);
  const stepY = Math.round(columnY * PIXEL);
  for (let row = 0; row < height; row += 1) {
    const fromMiddle = row + 0.5 - height / 2;
    const startX = region.centreX + fromMiddle * rowX + (0.5 - width / 2) * columnX - 0.5;
    const startY = region.centreY + fromMiddle * rowY + (0.5 - width / 2) * columnY - 0.5;
    kernels.sampleRow(
      OUT + row * paddedWidth * 12,
      width,
      luma + lumaLead,
      strideY,
      u + uLead,
      v + vLead,
      strideU,
      Math.round(startX * PIXEL),
      Math.round((startY - rows.top) * PIXEL),
      stepX,
      stepY,
      TAPS,
      tapCount,
      FACTS,
      LIMITS,
    );
  }
  copyOut(values, memory.floats, { width, paddedWidth, height });
}

/** Required rows; the first of them is even. */
const rows = { top: 0, bottom: 0, chromaTop: 0, chromaBottom: 0 };

function setRows({ height }: I420Frame, centreY: number, reach: number): void {
  const top = Math.floor(Math.max(0, Math.min(height - 4, centreY - reach)) / 2) * 2;
  rows.top = top;
  rows.bottom = Math.max(top + 4, Math.min(height, Math.ceil(centreY + reach) + 2));
  rows.bottom = Math.min(height, rows.bottom);
  rows.chromaTop = top / 2;
  rows.chromaBottom = Math.max(rows.chromaTop + 2, (rows.bottom + 1) >> 1);
}

function setFacts(
  facts: Float32Array,
  { lumaOffset, lumaScale, redFromV, greenFromU, greenFromV, blueFromU }: YuvToRgb,
  { scale, offsetRed, offsetGreen, offsetBlue, isBgr }: SampleTarget,
  tapCount: number,
): void {
  facts[0] = lumaScale / (tapCount * PIXEL);
  facts[1] = lumaOffset * lumaScale;
  facts[2] = redFromV;
  facts[3] = greenFromU;
  facts[4] = greenFromV;
  facts[5] = blueFromU;
  facts[6] = scale;
  facts[7] = isBgr ? offsetBlue : offsetRed;
  facts[8] = offsetGreen;
  facts[9] = isBgr ? offsetRed : offsetBlue;
  facts[10] = isBgr ? 1 : 0;
}

/** Vertical positions are relative to the first copied row. The last position is slightly before the last sample. */
function setLimits(limits: Int32Array, { width, height }: I420Frame, isBlack: boolean): void {
  const at = LIMITS / 4;
  const { top, bottom, chromaTop, chromaBottom } = rows;
  limits[at] = (width - 1) * PIXEL - 1;
  limits[at + 1] = (bottom - top - 1) * PIXEL - 1;
  limits[at + 2] = (((width + 1) >> 1) - 1) * PIXEL - 1;
  limits[at + 3] = (chromaBottom - chromaTop - 1) * PIXEL - 1;
  limits[at + 4] = isBlack ? -PIXEL / 2 : -FARTHEST;
  limits[at + 5] = isBlack ? (width - 0.5) * PIXEL : FARTHEST;
  limits[at + 6] = isBlack ? (-0.5 - top) * PIXEL : -FARTHEST;
  limits[at + 7] = isBlack ? (height - 0.5 - top) * PIXEL : FARTHEST;
}

function copyOut(
  values: Float32Array,
  floats: Float32Array,
  size: { readonly width: number; readonly paddedWidth: number; readonly height: number },
): void {
  const { width, paddedWidth, height } = size;
  const start = OUT / 4;
  if (width === paddedWidth) {
    values.set(floats.subarray(start, start + width * height * 3));
    return;
  }
  for (let index = 0; index < width * height * 3; index += 1) {
    const row = Math.floor(index / (width * 3));
    values[index] = floats[start + index + row * (paddedWidth - width) * 3];
  }
}
