import type { InspectedFace } from '../../../contract/inspection.ts';
import type { I420Frame } from '../../../engine/pixels/frame.ts';
import { selectYuvConversion } from '../../../engine/pixels/yuv.ts';

/** A part of a frame, in whole pixels. */
export interface FrameArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum face size for a measurement of its light. */
const MIN_PX = 16;
/** Fraction at each side of the box that is hair and background. */
const ASIDE = 0.2;
const ABOVE = 0.25;
/** A half below this brightness counts as black: the ratio to it has no meaning. */
const BLACK = 0.02;

/** Measures the brightness of a face and the ratio of its left and right half, without hair and background. */
export function measureFaceLight(
  frame: I420Frame,
  { left, top, width, height }: FrameArea,
): Pick<InspectedFace, 'light' | 'lightRatio'> {
  if (width < MIN_PX || height < MIN_PX) {
    return { light: null, lightRatio: null };
  }
  const [from, to] = [Math.round(left + ASIDE * width), Math.round(left + (1 - ASIDE) * width)];
  const middle = (from + to) >> 1;
  const rows = { from: Math.round(top + ABOVE * height), to: top + height };
  const halves = [
    measureMeanLight(frame, { from, to: middle }, rows),
    measureMeanLight(frame, { from: middle, to }, rows),
  ] as const;
  const [dark, light] = [Math.min(...halves), Math.max(...halves)];
  return {
    light: (dark + light) / 2,
    lightRatio: Math.max(light, BLACK) / Math.max(dark, BLACK),
  };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function measureMeanLight(frame: I420Frame, columns: Stretch, rows: Stretch): number {
  const { lumaOffset, lumaScale } = selectYuvConversion(frame);
  let [sum, count] = [0, 0];
  for (let y = rows.from; y < rows.to; y += 1) {
    for (let x = columns.from; x < columns.to; x += 1) {
      sum += frame.y[y * frame.strideY + x] ?? 0;
      count += 1;
    }
  }
  const luma = (sum / Math.max(1, count) - lumaOffset) * lumaScale;
  return Math.min(1, Math.max(0, luma / 255));
}
