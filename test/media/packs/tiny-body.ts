/** Models of bodies with the inputs and outputs of the real ones, and a function that can be computed by hand. */
import { type Dim, TinyModel } from './tiny-model.ts';

/** Properties of a tiny pose estimator. */
export interface TinyPose {
  readonly width?: number;
  readonly height?: number;
  readonly joints?: number;
  /** Numbers of joints that it never sees. */
  readonly blind?: readonly number[];
  readonly batch?: Dim;
}

/** Detects every joint at the brightest pixel of its input. */
export function createTinyPose({
  width = 192,
  height = 256,
  joints = 17,
  blind = [],
  batch = 1,
}: TinyPose = {}): Uint8Array {
  const model = new TinyModel();
  const input = model.input('input', [batch, 3, height, width]);
  const seen = Float32Array.from({ length: joints }, (_, index) => (blind.includes(index) ? 0 : 1));
  const rowOf = (axes: readonly number[], side: number): string => {
    const brightest = model.node('ReduceMax', [input], { axes, keepdims: 0 });
    const bin = model.node('Reshape', [brightest, model.integers([1, side, 1])]);
    const bins = model.node('Concat', [bin, bin], { axis: 2 });
    const row = model.node('Reshape', [bins, model.integers([1, 1, side * 2])]);
    return model.node('Mul', [row, model.floats([1, joints, 1], seen)]);
  };
  model.output('simcc_x', rowOf([1, 2], width), [batch, joints, width * 2]);
  model.output('simcc_y', rowOf([1, 3], height), [batch, joints, height * 2]);
  return model.finish();
}

/** Assigns bright pixels to one class, and dark ones to another. */
export function createTinyParser({
  size = 473,
  classes = 20,
  bright,
  dark,
}: {
  readonly size?: number;
  readonly classes?: number;
  readonly bright: number;
  readonly dark: number;
}): Uint8Array {
  const model = new TinyModel();
  const input = model.input('input', [1, 3, size, size]);
  const weights = new Float32Array(classes * 3);
  weights.fill(1, bright * 3, bright * 3 + 3);
  weights.fill(-1, dark * 3, dark * 3 + 3);
  const scores = model.node('Conv', [input, model.floats([classes, 3, 1, 1], weights)]);
  model.output('output', scores, [1, classes, 'height', 'width']);
  return model.finish();
}
