import { clamp, smoothingFactor } from '../../vision/math.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { selectYuvConversion } from '../../pixels/yuv.ts';
import type { PuppetPlanes } from './puppet-planes.ts';

/**
 * Gains that match the cutout's skin to a person's: of luma above black and of chroma around grey, so that black hair
 * stays black.
 */
export interface SkinTone {
  y: number;
  u: number;
  v: number;
}

/** Tracks the skin tone of a person. */
export interface ToneMatch {
  readonly tone: Readonly<SkinTone>;
  /** Updates the tone from a frame with a mesh; `elapsedUs` since the last one, null for the first. */
  learn(frame: I420Frame, landmarks: Float32Array, elapsedUs: number | null): void;
}

/** Mesh points on cheeks, nose and forehead, where skin shows at any expression. */
const SKIN_POINTS = [50, 280, 117, 346, 205, 425, 6, 151, 108, 337, 36, 266];
const TIME_US = 600_000;
const LUMA = [0.65, 1.3] as const;
const CHROMA = [0.6, 1.15] as const;
/** Minimum chroma of the cutout for a reliable ratio. */
const MIN_CHROMA = 5;

/** Creates the tone match of a cutout. */
export function createToneMatch(cutout: PuppetPlanes, landmarks: Float32Array): ToneMatch {
  const own = { y: 0, u: 0, v: 0 };
  const seen = { y: 0, u: 0, v: 0 };
  const tone: SkinTone = { y: 1, u: 1, v: 1 };
  const { width, height, y, u, v } = cutout;
  const strides = { strideY: width, strideU: width >> 1, strideV: width >> 1 };
  measure({ width, height, y, u, v, ...strides }, landmarks, own);
  return {
    tone,
    learn(frame, mesh, elapsedUs) {
      measure(frame, mesh, seen);
      const black = selectYuvConversion(frame).lumaOffset;
      const weight = smoothingFactor(elapsedUs, TIME_US);
      const luma = clamp((seen.y - black) / Math.max(1, own.y - black), ...LUMA);
      tone.y += (luma - tone.y) * weight;
      tone.u += (toRatio(seen.u - 128, own.u - 128) - tone.u) * weight;
      tone.v += (toRatio(seen.v - 128, own.v - 128) - tone.v) * weight;
    },
  };
}

function measure(
  { width, height, y, u, v, strideY, strideU, strideV }: I420Frame,
  landmarks: Float32Array,
  colour: { y: number; u: number; v: number },
): void {
  colour.y = 0;
  colour.u = 0;
  colour.v = 0;
  for (const point of SKIN_POINTS) {
    const column = clamp(Math.round(landmarks[point * 3]!), 1, width - 2);
    const row = clamp(Math.round(landmarks[point * 3 + 1]!), 1, height - 2);
    const at = row * strideY + column;
    const luma = (y[at]! * 2 + y[at - 1]! + y[at + 1]! + y[at - strideY]! + y[at + strideY]!) / 6;
    colour.y += luma / SKIN_POINTS.length;
    colour.u += u[(row >> 1) * strideU + (column >> 1)]! / SKIN_POINTS.length;
    colour.v += v[(row >> 1) * strideV + (column >> 1)]! / SKIN_POINTS.length;
  }
}

function toRatio(seen: number, own: number): number {
  return Math.abs(own) < MIN_CHROMA ? 1 : clamp(seen / own, ...CHROMA);
}
