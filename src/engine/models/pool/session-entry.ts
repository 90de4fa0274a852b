/** Thread that holds sessions of a pool and runs their calls one after the other. */
import '../no-telemetry.ts';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { AppError, invariant } from '../../../base/errors.ts';
import { Transferred } from '../../../base/peer/serve-peer.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import { openOnBestProvider } from './choose-provider.ts';
import type {
  PoolTensor,
  PortShape,
  SessionFacts,
  SessionSource,
  TensorValues,
} from './messages.ts';

// The binding of ONNX Runtime does not support Float16Array. When the type is missing, it passes half-precision numbers
// as their bits.
Reflect.deleteProperty(globalThis, 'Float16Array');

const sessions = new Map<number, OpenedSession>();

interface SessionOpening {
  readonly session: number;
  readonly source: SessionSource;
}

interface SessionRun {
  readonly session: number;
  readonly feeds: Readonly<Record<string, PoolTensor>>;
}

interface OpenedSession {
  readonly network: InferenceSession;
  readonly outputs: readonly string[];
}

const methods = {
  async open({ session, source }: SessionOpening): Promise<SessionFacts> {
    const chosen = await openOnBestProvider(source);
    const { outputs = chosen.session.outputNames } = source;
    sessions.set(session, { network: chosen.session, outputs });
    return {
      provider: chosen.provider,
      providerNote: chosen.providerNote,
      inputs: chosen.session.inputMetadata.map(toPortShape),
      outputs: chosen.session.outputMetadata.map(toPortShape),
    };
  },
  async run({ session, feeds }: SessionRun) {
    const outputs = await runSession(session, feeds);
    return new Transferred(
      outputs,
      Object.values(outputs).map(({ values }) => values.buffer),
    );
  },
  async close(session: number): Promise<void> {
    const network = sessions.get(session)?.network;
    sessions.delete(session);
    // `close` has no answer, and the memory ends with the thread at the latest.
    await network?.release().catch(() => undefined);
  },
};

/** Methods of the thread. */
export type SessionMethods = typeof methods;

serveThread(methods);

async function runSession(
  session: number,
  feeds: Readonly<Record<string, PoolTensor>>,
): Promise<Record<string, PoolTensor>> {
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
  return outputs;
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

/** Copies a result into transferable memory, because ONNX Runtime owns the original. */
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
  // Half-precision numbers are passed as their bits.
  return values.BYTES_PER_ELEMENT === 2 ? new Uint16Array(copy) : new Uint8Array(copy);
}
