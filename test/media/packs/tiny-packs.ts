/** Models with the inputs and outputs of the real ones and a function that can be computed by hand. */
import { DOUBLE, FLOAT, HALF, TinyModel, type Dim } from './tiny-model.ts';

const EMBEDDING = 512;
const imagenet = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };

/** The tiny swappers add this fraction of the first three values of the embedding to red, green and blue. */
export const SHIFT = 4;

/** An embedding that repeats the mean red, green and blue of its input, as -1..1. */
export function createTinyArcface(): Uint8Array {
  const model = new TinyModel();
  const input = model.input('input.1', ['None', 3, 112, 112]);
  const mean = model.node('ReduceMean', [input], { axes: [2, 3], keepdims: 0 });
  const spread = model.floats(
    [3, EMBEDDING],
    Float32Array.from({ length: 3 * EMBEDDING }, (_, at) =>
      (at % EMBEDDING) % 3 === Math.floor(at / EMBEDDING) ? 1 : 0,
    ),
  );
  model.output('683', model.node('MatMul', [mean, spread]), [1, EMBEDDING]);
  return model.finish();
}

/** A converter that turns the embedding around and doubles it. */
export function createTinyConverter(): Uint8Array {
  const model = new TinyModel();
  const input = model.input('input', [1, EMBEDDING]);
  const turned = model.floats(
    [EMBEDDING, EMBEDDING],
    Float32Array.from({ length: EMBEDDING ** 2 }, (_, at) =>
      (at % EMBEDDING) + Math.floor(at / EMBEDDING) === EMBEDDING - 1 ? 2 : 0,
    ),
  );
  model.output('output', model.node('MatMul', [input, turned]), [1, EMBEDDING]);
  return model.finish();
}

/** The matrix of the tiny InSwapper: mostly 0, so that its product is easy. */
export function createTinyEmap(): Float32Array {
  return Float32Array.from({ length: EMBEDDING ** 2 }, (_, at) => {
    const row = Math.floor(at / EMBEDDING);
    const column = at % EMBEDDING;
    return column === (row * 7 + 3) % EMBEDDING ? 1 + (row % 5) : 0;
  });
}

/** Properties of a tiny swapper. */
export interface TinySwapper {
  readonly size: number;
  readonly names?: { readonly target: string; readonly source: string; readonly output: string };
  /** Normalisation of its output, which differs between the real ones. */
  readonly output?: 'same' | 'unit_from_imagenet';
  readonly sourceDims?: readonly Dim[];
  /** Instead of {@link SHIFT}. */
  readonly shift?: number;
  readonly isHalf?: boolean;
  readonly emap?: Float32Array | null;
  /** Returns a mask that is 0 in its left half and 1 in its right. */
  readonly hasMask?: boolean;
  readonly isOff?: 'numbers' | 'operators';
}

/** Its output is the target plus {@link SHIFT} of the first three values of the source. */
export function createTinySwapper(spec: TinySwapper): Uint8Array {
  const { size, sourceDims = [1, EMBEDDING], shift: factor = SHIFT } = spec;
  const names = spec.names ?? { target: 'target', source: 'source', output: 'output' };
  const type = spec.isHalf === true ? HALF : FLOAT;
  const model = new TinyModel();
  const dims = [1, 3, size, size];
  const target = single(model, model.input(names.target, dims, type), type);
  const source = single(model, model.input(names.source, sourceDims, type), type);
  const shift =
    sourceDims.length === 4
      ? computeMean(model, source, factor)
      : writeFirstThree(model, source, factor);
  let shifted = model.node('Add', [toUnit(model, target, spec), shift]);
  if (spec.isOff === 'numbers') {
    shifted = model.node('Log', [model.node('Sub', [shifted, model.floats([1], [100])])]);
  }
  if (spec.isOff === 'operators') {
    shifted = model.node('Magic', [shifted], {}, 'some.where');
  }
  const output = type === HALF ? model.node('Cast', [shifted], { to: HALF }) : shifted;
  model.output(names.output, output, dims, type);
  if (spec.hasMask === true) {
    const half = Float32Array.from({ length: size * size }, (_, at) =>
      at % size < size / 2 ? 0 : 1,
    );
    model.output('mask', model.floats([1, 1, size, size], half), [1, 1, size, size]);
  }
  if (spec.emap !== undefined && spec.emap !== null) {
    model.floats([EMBEDDING, EMBEDDING], spec.emap, 'buff2fs');
  }
  return model.finish();
}

/** A restorer that multiplies every value by `factor`, or by its weight input. */
export function createTinyRestorer(size: number, factor: number | 'weight'): Uint8Array {
  const model = new TinyModel();
  const input = model.input('input', [1, 3, size, size]);
  const by =
    factor === 'weight'
      ? model.node('Cast', [model.input('weight', [1], DOUBLE)], { to: FLOAT })
      : model.floats([1], [factor]);
  const product = model.node('Mul', [input, by]);
  model.output('output', product, [1, 3, size, size]);
  // Real ones accept images of other sizes as well.
  const small = model.node('ReduceMean', [input], { axes: [2, 3] });
  model.output('more', small, [1, 3, 1, 1]);
  return model.finish();
}

/** An occluder that treats pixels with a strong first colour as face. */
export function createTinyXseg(layout: 'pixels' | 'planes'): Uint8Array {
  const model = new TinyModel();
  const isPixels = layout === 'pixels';
  const dims: Dim[] = isPixels ? ['unk__1', 256, 256, 3] : [1, 3, 256, 256];
  const input = model.input(isPixels ? 'input' : 'in_face:0', dims);
  const axis = isPixels ? 3 : 1;
  const [zero, one] = [model.integers([0]), model.integers([1])];
  const first = model.node('Slice', [input, zero, one, model.integers([axis])]);
  model.output('out_mask:0', first, isPixels ? ['unk__2', 256, 256, 1] : [1, 1, 256, 256]);
  return model.finish();
}

/** A parser that treats bright pixels as skin and dark ones as hair. */
export function createTinyBisenet(): Uint8Array {
  const model = new TinyModel();
  const input = model.input('input', [1, 3, 512, 512]);
  const weights = new Float32Array(19 * 3);
  weights.fill(1, 3, 6);
  weights.fill(-1, 17 * 3, 18 * 3);
  const classes = model.node('Conv', [input, model.floats([19, 3, 1, 1], weights)]);
  model.output('output', classes, ['batch', 19, 512, 512]);
  return model.finish();
}

function single(model: TinyModel, value: string, type: number): string {
  return type === HALF ? model.node('Cast', [value], { to: FLOAT }) : value;
}

function toUnit(model: TinyModel, target: string, { output = 'same' }: TinySwapper): string {
  if (output === 'same') {
    return target;
  }
  const scaled = model.node('Mul', [target, model.floats([1, 3, 1, 1], imagenet.deviation)]);
  return model.node('Add', [scaled, model.floats([1, 3, 1, 1], imagenet.mean)]);
}

function writeFirstThree(model: TinyModel, source: string, factor: number): string {
  const pick = new Float32Array(EMBEDDING * 3);
  for (let index = 0; index < 3; index += 1) {
    pick[index * 3 + index] = factor;
  }
  const shift = model.node('MatMul', [source, model.floats([EMBEDDING, 3], pick)]);
  return model.node('Reshape', [shift, model.integers([1, 3, 1, 1])]);
}

function computeMean(model: TinyModel, source: string, factor: number): string {
  const mean = model.node('ReduceMean', [source], { axes: [2, 3] });
  return model.node('Mul', [mean, model.floats([1], [factor])]);
}
