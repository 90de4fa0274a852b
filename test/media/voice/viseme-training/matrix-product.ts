import { Tensor } from 'onnxruntime-node';
import { binding, initOrt, type Binding } from 'onnxruntime-node/dist/binding.js';
import { TinyModel } from '../../packs/tiny-model.ts';

/** Row-major. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/**
 * Matrix products by the product's network runtime, some twenty times as fast as loops here. `transposed` selects the
 * matrix that is transposed.
 */
export function openMatrixProduct(
  transposed: 'none' | 'first' | 'second',
): (first: Matrix, second: Matrix, result: Matrix) => void {
  const session = openProduct(transposed);
  return (first, second, result) => {
    session.run(
      { first: toTensor(first), second: toTensor(second) },
      { result: toTensor(result) },
      {},
    );
  };
}

function openProduct(transposed: 'none' | 'first' | 'second'): Binding.InferenceSession {
  const model = new TinyModel();
  const product = model.node(
    'Gemm',
    [model.input('first', ['a', 'b']), model.input('second', ['c', 'd'])],
    { transA: transposed === 'first' ? 1 : 0, transB: transposed === 'second' ? 1 : 0 },
  );
  model.output('result', product, ['e', 'f']);
  const bytes = model.finish();
  initOrt();
  const session = new binding.InferenceSession();
  session.loadModel(bytes.buffer, bytes.byteOffset, bytes.byteLength, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  return session;
}

function toTensor({ rows, columns, values }: Matrix): Tensor {
  return new Tensor('float32', values, [rows, columns]);
}
