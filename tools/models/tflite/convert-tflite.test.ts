import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/base/errors.ts';
import { openFixedModel, type OpenedModel } from '../../../src/engine/models/open-fixed-model.ts';
import { convertGraph, convertTflite } from './convert-tflite.ts';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './read-tflite.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const source = new URL(
  '../../../node_modules/@mediapipe/face_detection/face_detection_short_range.tflite',
  import.meta.url,
);

/** The network a model is converted to. */
function openGraph(model: TfliteModel): OpenedModel {
  const { file, inputs, outputs } = convertGraph(model, 'test');
  return openFixedModel(
    {
      name: 'test',
      file: '',
      sha256: '',
      sizeBytes: file.length,
      package: '',
      version: '',
      licence: '',
      source: '',
      inputs: inputs.map(({ name, shape }) => ({ name, shape: [...shape] })),
      outputs: outputs.map(({ name, shape }) => ({ name, shape: [...shape] })),
    },
    file,
  );
}

describe('conversion of TFLite', () => {
  it('names an operator it does not know', () => {
    const model = createGraph([tensor('in', [1, 4]), tensor('out', [1, 4])], {
      kind: 'FlyingOperator',
      inputs: [0],
      outputs: [1],
    });
    expect(() => convertGraph(model, 'test')).toThrow(
      expect.objectContaining({
        code: 'unsupported_format',
        message: 'The TFLite operator FlyingOperator of test is not supported.',
      }),
    );
  });

  it('keeps the layout of TensorFlow at the border and adds per channel inside', () => {
    const bias: TfliteTensor = {
      name: 'bias',
      shape: [3],
      values: Float32Array.from([10, 20, 30]),
    };
    const model = createGraph([tensor('in', [1, 2, 2, 3]), tensor('out', [1, 2, 2, 3]), bias], {
      kind: 0,
      inputs: [0, 2],
      outputs: [1],
    });
    const opened = openGraph(model);
    opened.input.forEach((_, index) => {
      opened.input[index] = index;
    });
    opened.run();
    expect([...opened.outputs['out']!]).toEqual([10, 21, 32, 13, 24, 35, 16, 27, 38, 19, 30, 41]);
    opened.close();
  });

  it('follows the slopes of a PReLU, also those above 1', () => {
    const slopes: TfliteTensor = {
      name: 'slopes',
      shape: [1, 1, 2],
      values: Float32Array.from([0.25, 1.5]),
    };
    const model = createGraph([tensor('in', [1, 1, 2, 2]), tensor('out', [1, 1, 2, 2]), slopes], {
      kind: 54,
      inputs: [0, 2],
      outputs: [1],
    });
    const opened = openGraph(model);
    opened.input.set([-4, -4, 8, 8]);
    opened.run();
    expect([...opened.outputs['out']!]).toEqual([-1, -6, 8, 8]);
    opened.close();
  });

  it('fails with a typed error wherever a file is cut off or damaged', async () => {
    const file = new Uint8Array(await readFile(source));
    let state = 20_260_101;
    for (let round = 0; round < 60; round += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const damaged = round % 2 === 0 ? file.slice(0, state % file.length) : Uint8Array.from(file);
      if (round % 2 === 1) {
        for (let count = 0; count < 8; count += 1) {
          state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
          damaged[state % 4096] = state % 251;
        }
      }
      try {
        convertTflite(damaged, 'damaged');
      } catch (error) {
        expect(error, `round ${round}`).toBeInstanceOf(AppError);
      }
    }
  });
});

function tensor(name: string, shape: readonly number[]): TfliteTensor {
  return { name, shape, values: null };
}

function createGraph(
  tensors: readonly TfliteTensor[],
  operator: Pick<TfliteOperator, 'kind' | 'inputs' | 'outputs'>,
): TfliteModel {
  return {
    tensors,
    operators: [{ ...operator, options: null, customOptions: null }],
    inputs: [0],
    outputs: [1],
  };
}
