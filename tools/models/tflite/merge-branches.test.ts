import { describe, expect, it } from 'vitest';
import { mergeBranches } from './merge-branches.ts';
import { operatorKinds } from './operator-kinds.ts';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './read-tflite.ts';

const { transformTensor, depthwiseConvolution, convolution, joinChannels, pickChannels } =
  operatorKinds;

/** Two parts cut out of one tensor, each with a convolution of single channels and one of all of them. */
function twoBranches(lastResults: readonly [number, number]): TfliteModel {
  const tensors: TfliteTensor[] = [computed([1, 8, 8, 2]), computed([1, 4, 4])];
  const operators: TfliteOperator[] = [];
  const add = (tensor: TfliteTensor): number => tensors.push(tensor) - 1;
  const outputs: number[] = [];
  for (const branch of [0, 1]) {
    const cut = add(computed([1, 4, 4, 2]));
    const single = add(computed([1, 4, 4, 2]));
    const results = lastResults[branch] ?? 0;
    const last = add(computed([1, 4, 4, results]));
    const singleWeights = add(weights([1, 1, 2, 2], branch * 10));
    const lastWeights = add(weights([results, 1, 1, 2], branch * 100));
    operators.push(
      operator(transformTensor, [0, 1], cut),
      operator(depthwiseConvolution, [cut, singleWeights], single),
      operator(convolution, [single, lastWeights], last),
    );
    outputs.push(last);
  }
  return { tensors, operators, inputs: [0, 1], outputs };
}

describe('joining of branches', () => {
  it('makes one branch of two that differ in weights alone and takes their results apart', () => {
    const merged = mergeBranches(twoBranches([3, 3]));
    expect(merged.operators.map(({ kind }) => kind)).toEqual([
      transformTensor,
      transformTensor,
      joinChannels,
      depthwiseConvolution,
      convolution,
      pickChannels,
      pickChannels,
    ]);
    const [, , , single, last] = merged.operators;
    const singleWeights = merged.tensors[single!.inputs[1]!]!;
    expect(singleWeights.shape).toEqual([1, 1, 2, 4]);
    expect([...singleWeights.values!]).toEqual([0, 1, 10, 11, 2, 3, 12, 13]);
    const lastWeights = merged.tensors[last!.inputs[1]!]!;
    expect(lastWeights.shape).toEqual([6, 1, 1, 2]);
    expect([...lastWeights.values!]).toEqual([0, 1, 2, 3, 4, 5, 100, 101, 102, 103, 104, 105]);
    expect(merged.operators.flatMap(({ outputs }) => outputs)).toEqual(
      expect.arrayContaining([...merged.outputs]),
    );
  });

  it('goes on apart where branches differ in more', () => {
    const merged = mergeBranches(twoBranches([3, 4]));
    const kinds = merged.operators.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === depthwiseConvolution)).toHaveLength(1);
    expect(kinds.filter((kind) => kind === convolution)).toHaveLength(2);
    expect(kinds.filter((kind) => kind === pickChannels)).toHaveLength(2);
  });

  it('leaves a network without branches as it is', () => {
    const model: TfliteModel = {
      tensors: [computed([1, 4, 4, 2]), weights([1, 1, 2, 2], 0), computed([1, 4, 4, 2])],
      operators: [operator(depthwiseConvolution, [0, 1], 2)],
      inputs: [0],
      outputs: [2],
    };
    expect(mergeBranches(model)).toBe(model);
  });
});

function computed(shape: readonly number[]): TfliteTensor {
  return { name: '', shape, values: null };
}

function weights(shape: readonly number[], first: number): TfliteTensor {
  const length = shape.reduce((product, size) => product * size, 1);
  return { name: '', shape, values: Float32Array.from({ length }, (_, index) => first + index) };
}

function operator(
  kind: TfliteOperator['kind'],
  inputs: readonly number[],
  output: number,
): TfliteOperator {
  return { kind, inputs, outputs: [output], options: null, customOptions: null };
}
