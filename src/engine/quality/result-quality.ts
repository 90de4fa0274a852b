import type { FaceFlaws } from './face-flaws.ts';

/** Measured quality of a result. Values are null where nothing could be measured. */
export interface ResultQuality {
  /** Mean cosine of embeddings of the result and the source, -1..1. */
  readonly similarityToSource: number | null;
  /** The same of the result and the face before. */
  readonly similarityToTarget: number | null;
  /** Fraction of the frames in which a face was swapped, 0..1. */
  readonly trackedShare: number | null;
  /** Jitter of landmarks in the result relative to that in the input. */
  readonly jitterRatio: number | null;
  /** Sharpness of the face in the result relative to that in the input. */
  readonly sharpnessRatio: number | null;
  readonly flaws: FaceFlaws | null;
}

/** Measurements of one frame before and after the swap. */
export interface QualitySample {
  toSource: number;
  toTarget: number;
  /** Null when too little of the face lies in the frame. */
  sharpnessRatio: number | null;
  /** Jitter before and after, in pixels; null until the third successive frame. */
  jitterBefore: number | null;
  jitterAfter: number | null;
  /** Null until the face was located after the swap. */
  flaws: FaceFlaws | null;
}

/** Combines samples. */
export function summariseQuality(
  samples: readonly QualitySample[],
  { frames, swapped }: { readonly frames: number; readonly swapped: number },
): ResultQuality {
  const before = computeMedian(samples.map(({ jitterBefore }) => jitterBefore));
  const after = computeMedian(samples.map(({ jitterAfter }) => jitterAfter));
  return {
    similarityToSource: computeMean(samples.map(({ toSource }) => toSource)),
    similarityToTarget: computeMean(samples.map(({ toTarget }) => toTarget)),
    trackedShare: frames === 0 ? null : swapped / frames,
    jitterRatio: before === null || after === null || before === 0 ? null : after / before,
    sharpnessRatio: computeMedian(samples.map(({ sharpnessRatio }) => sharpnessRatio)),
    flaws: summariseFlaws(samples.map(({ flaws }) => flaws).filter((flaws) => flaws !== null)),
  };
}

function summariseFlaws(flaws: readonly FaceFlaws[]): FaceFlaws | null {
  const middle = (of: (one: FaceFlaws) => number): number =>
    computeMedian(flaws.map((one) => of(one))) ?? 0;
  return flaws.length === 0
    ? null
    : {
        turnDegrees: middle(({ turnDegrees }) => turnDegrees),
        foreheadTexture: middle(({ foreheadTexture }) => foreheadTexture),
        cheekDifference: middle(({ cheekDifference }) => cheekDifference),
        foreheadShade: middle(({ foreheadShade }) => foreheadShade),
        eyeOffset: middle(({ eyeOffset }) => eyeOffset),
        bridgeContrast: middle(({ bridgeContrast }) => bridgeContrast),
        targetGlasses: middle(({ targetGlasses }) => targetGlasses),
      };
}

function computeMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function computeMedian(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  return known[known.length >> 1] ?? null;
}
