/** Destination of samples: rows of pixels of three floats, as models of TensorFlow origin expect them. */
export interface SampleTarget {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
  /** `value = colour * scale + offset` with colours of 0..255. */
  readonly scale: number;
  readonly offsetRed: number;
  readonly offsetGreen: number;
  readonly offsetBlue: number;
  /** Blue first, as models of Caffe origin expect it. */
  readonly isBgr: boolean;
  /** Values outside of the frame: the clamped edge, or black. */
  readonly border: 'edge' | 'black';
}

/** Creates a target for colours of `low`..`high` in memory of a model. */
export function createSampleTarget(
  values: Float32Array,
  {
    width,
    height,
    low,
    high,
    border,
  }: {
    readonly width: number;
    readonly height: number;
    readonly low: number;
    readonly high: number;
    readonly border: 'edge' | 'black';
  },
): SampleTarget {
  return {
    values,
    width,
    height,
    scale: (high - low) / 255,
    offsetRed: low,
    offsetGreen: low,
    offsetBlue: low,
    isBgr: false,
    border,
  };
}
