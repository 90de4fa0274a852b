/** The thread that holds sessions of a pool and runs them, one call after the other. */
import '../no-telemetry.ts';
import { parentPort } from 'node:worker_threads';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { AppError, invariant, toWireError } from '../../../base/errors.ts';
import { openOnBestProvider } from './choose-provider.ts';
import type { PoolTensor, PortShape, TensorValues, ThreadAnswer, ThreadCall } from './messages.ts';

const port = parentPort;
invariant(port !== null, 'the thread of sessions has a parent');

// The binding of ONNX Runtime does not know this kind of array; without it, half-precision numbers are
// taken and given as their bits.
Reflect.deleteProperty(globalThis, 'Float16Array');

const sessions = new Map<number, OpenedSession>();
let queue: Promise<void> = Promise.resolve();

interface OpenedSession {
  readonly network: InferenceSession;
  readonly outputs: readonly string[];
}

port.on('message', (call: ThreadCall) => {
  queue = queue.then(() => answer(call));
});

async function answer(call: ThreadCall): Promise<void> {
  try {
    switch (call.kind) {
      case 'open':
        await open(call);
        break;
      case 'run':
        await run(call);
        break;
      case 'close':
        await sessions.get(call.session)?.network.release();
        sessions.delete(call.session);
        break;
    }
  } catch (error) {
    if (call.kind !== 'close') {
      send({ kind: 'failed', call: call.call, error: toWireError(error) });
    }
  }
}

async function open({ call, session, source }: ThreadCall & { kind: 'open' }): Promise<void> {
  const chosen = await openOnBestProvider(source);
  const { outputs = chosen.session.outputNames } = source;
  sessions.set(session, { network: chosen.session, outputs });
  send({
    kind: 'opened',
    call,
    facts: {
      provider: chosen.provider,
      providerNote: chosen.providerNote,
      inputs: chosen.session.inputMetadata.map(toPortShape),
      outputs: chosen.session.outputMetadata.map(toPortShape),
    },
  });
}

async function run({ call, session, feeds }: ThreadCall & { kind: 'run' }): Promise<void> {
  const opened = sessions.get(session);
  invariant(opened !== undefined, 'a session is opened before it runs');
  const inputs: Record<string, Tensor> = {};
  for (const [name, tensor] of Object.entries(feeds)) {
    inputs[name] = toTensor(tensor);
  }
  let results: InferenceSession.OnnxValueMapType;
  try {
    results = await opened.network.run(inputs, opened.outputs);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.split('\n')[0] : '';
    throw new AppError('processing_failed', `The model did not run. ${detail}`, { cause });
  }
  const outputs: Record<string, PoolTensor> = {};
  for (const [name, value] of Object.entries(results)) {
    outputs[name] = fromTensor(value);
  }
  send(
    { kind: 'done', call, outputs },
    Object.values(outputs).map(({ values }) => values.buffer),
  );
}

function send(message: ThreadAnswer, moved: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, [...moved]);
}

function toPortShape(port: InferenceSession.ValueMetadata): PortShape {
  return port.isTensor
    ? { name: port.name, type: port.type, dims: port.shape }
    : { name: port.name, type: 'other', dims: [] };
}

function toTensor({ type, values, dims }: PoolTensor): Tensor {
  if (type === 'bool' && values instanceof Uint8Array) {
    return new Tensor('bool', values, dims);
  }
  if (type === 'float16' && values instanceof Uint16Array) {
    return new Tensor('float16', values, dims);
  }
  return new Tensor(values, dims);
}

/** A result in memory that can be moved: ONNX Runtime keeps its own. */
function fromTensor(value: InferenceSession.OnnxValueMapType[string]): PoolTensor {
  invariant(value instanceof Tensor, 'outputs of models are tensors');
  return { type: value.type, dims: value.dims, values: copyValues(value.data) };
}

function copyValues(values: Tensor['data']): TensorValues {
  invariant(!Array.isArray(values), 'outputs of models are numbers');
  const copy = Uint8Array.from(
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  ).buffer;
  if (values instanceof Float32Array) {
    return new Float32Array(copy);
  }
  if (values instanceof Float64Array) {
    return new Float64Array(copy);
  }
  if (values instanceof Int32Array) {
    return new Int32Array(copy);
  }
  if (values instanceof BigInt64Array) {
    return new BigInt64Array(copy);
  }
  // Half-precision numbers stay as their bits.
  return values.BYTES_PER_ELEMENT === 2 ? new Uint16Array(copy) : new Uint8Array(copy);
}
