import { toHalf } from '../../../src/engine/packs/run/half.ts';
import { type Dim, FLOAT, HALF, TinyModel } from './tiny-model.ts';

/** Properties of a tiny matting network. */
export interface TinyMatting {
  /** Side of the input; a name when it is dynamic. */
  readonly size?: Dim;
  readonly isHalf?: boolean;
  /** Ends before the function that brings everything between 0 and 1. */
  readonly isRaw?: boolean;
  /** Does not declare the shape of its output. */
  readonly isVague?: boolean;
}

/** Treats values above the mean of its range as people. */
export function createTinyMatting(options: TinyMatting = {}): Uint8Array {
  const { size = 1024, isHalf = false, isRaw = false, isVague = false } = options;
  const model = new TinyModel();
  const type = isHalf ? HALF : FLOAT;
  const number = (value: number): string =>
    isHalf
      ? model.weight([1], HALF, new Uint8Array(Uint16Array.of(toHalf(value)).buffer))
      : model.floats([1], [value]);
  const [height, width] = typeof size === 'number' ? [size, size] : ['height', 'width'];
  const picture = model.input('input', ['batch', 3, height, width], type);
  const grey = model.node('ReduceMean', [picture], { axes: [1], keepdims: 1 });
  const middle = model.node('Sub', [grey, number(isRaw ? 0 : -0.5)]);
  const matte = model.node('Mul', [middle, number(isRaw ? 40 : 1)]);
  const clipped = isRaw ? matte : model.node('Min', [model.node('Relu', [matte]), number(1)]);
  const dims = isVague ? ['a', 'b', 'c', 'd'] : ['batch', 1, height, width];
  model.output('output', clipped, dims, type);
  model.output('side', grey, ['batch', 1, height, width], type);
  return model.finish();
}

/** Robust Video Matting in shape: its matte is its state, to which the mean of each frame is added. */
export function createTinyRvm(): Uint8Array {
  const model = new TinyModel();
  const source = model.input('src', ['batch', 3, 'height', 'width']);
  const states = [1, 2, 3, 4].map((number) => model.input(`r${number}i`, ['batch', 'c', 'h', 'w']));
  const ratio = model.input('downsample_ratio', [1]);
  const grey = model.node('ReduceMean', [source], { axes: [1], keepdims: 1 });
  const nothing = model.node('Mul', [ratio, model.floats([1], [0])]);
  const before = model.node('ReduceMean', [states[0]!], { axes: [0, 1, 2, 3], keepdims: 1 });
  const part = model.node('Mul', [grey, model.floats([1], [0.25])]);
  const sum = model.node('Add', [model.node('Add', [before, part]), nothing]);
  model.output('fgr', source, ['batch', 3, 'height', 'width']);
  model.output('pha', sum, ['batch', 1, 'height', 'width']);
  for (const [index, state] of states.entries()) {
    const next = index === 0 ? sum : state;
    model.output(`r${index + 1}o`, next, ['batch', 'c', 'h', 'w']);
  }
  return model.finish();
}
