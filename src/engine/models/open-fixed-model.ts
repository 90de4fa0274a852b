import './no-telemetry.ts';
import { Tensor } from 'onnxruntime-node';
import { binding, initOrt, type Binding } from 'onnxruntime-node/dist/binding.js';
import { AppError } from '../../base/errors.ts';
import type { FixedModel } from '../track/fixed-model.ts';
import type { ModelEntry } from './manifest.ts';
import type { ModelFolder } from './model-folder.ts';
import type { ModelName } from './manifest.ts';
import { findTunedModel } from './tuned-models.ts';

/** Network that is loaded in this thread until it is closed. */
export interface OpenedModel extends FixedModel {
  /** Frees the network's memory; `run` must not be called afterwards. */
  close(): void;
}

interface LoadOptions {
  /** True when the bytes are already optimised for this processor. */
  readonly isTuned?: boolean | undefined;
  /** True when each run frees its memory, for large networks that run seldom. */
  readonly isRare?: boolean | undefined;
  /** Path that the optimised network is written to. */
  readonly draftPath?: string | undefined;
}

/** Large networks that run seldom. */
const rareModels: ReadonlySet<ModelName> = new Set([
  'face-identity',
  'palm-detection',
  'pose-detection',
]);

/**
 * Opens a built-in network on the CPU in this thread. `run()` blocks until the outputs are filled, which suits worker
 * threads. The public interface of ONNX Runtime is asynchronous; its native binding runs synchronously and writes into
 * preallocated memory. Throws `processing_failed` when the bytes are no network that matches its entry.
 */
export function openFixedModel(
  entry: ModelEntry,
  bytes: Uint8Array,
  options: LoadOptions = {},
): OpenedModel {
  const session = loadSession(entry, bytes, options);
  const [input] = entry.inputs;
  if (input === undefined || entry.inputs.length > 1) {
    throw new AppError('processing_failed', `The model ${entry.name} has to have one input.`);
  }
  const values = new Float32Array(countElements(input.shape));
  const feeds = { [input.name]: new Tensor('float32', values, input.shape) };
  const outputs: Record<string, Float32Array> = {};
  const fetches: Record<string, Tensor> = {};
  for (const { name, shape } of entry.outputs) {
    const memory = new Float32Array(countElements(shape));
    outputs[name] = memory;
    fetches[name] = new Tensor('float32', memory, shape);
  }
  return {
    input: values,
    outputs,
    run() {
      session.run(feeds, fetches, {});
    },
    close() {
      session.dispose();
    },
  };
}

/**
 * Opens a network of a folder by its name, see {@link openFixedModel}. Faster from the second time on, because the
 * network is stored as optimised for this processor.
 */
export async function openBuiltInModel(folder: ModelFolder, name: ModelName): Promise<OpenedModel> {
  const isRare = rareModels.has(name);
  const listed = folder.manifest.models.find((model) => model.name === name);
  const tuned = listed === undefined ? null : await findTunedModel(folder.path, listed);
  if (listed !== undefined && tuned !== null && tuned.bytes !== null) {
    const opened = openFixedModel(listed, tuned.bytes, { isTuned: true, isRare });
    release(tuned.bytes);
    return opened;
  }
  const { entry, bytes } = await folder.readModel(name);
  const opened = openFixedModel(entry, bytes, {
    draftPath: tuned?.draftPath ?? undefined,
    isRare,
  });
  release(bytes);
  await tuned?.store();
  return opened;
}

function loadSession(
  entry: ModelEntry,
  bytes: Uint8Array,
  { isTuned = false, isRare = false, draftPath }: LoadOptions,
): Binding.InferenceSession {
  initOrt();
  const load = (saving: object): Binding.InferenceSession => {
    const session = new binding.InferenceSession();
    // The binding accepts a view of a larger buffer, but no shared memory.
    const { buffer } = bytes;
    const isOwn = buffer instanceof ArrayBuffer;
    const owned = isOwn ? buffer : Uint8Array.from(bytes).buffer;
    session.loadModel(owned, isOwn ? bytes.byteOffset : 0, bytes.byteLength, {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: isTuned ? 'disabled' : 'all',
      logSeverityLevel: 3,
      ...(isRare ? { enableCpuMemArena: false, enableMemPattern: false } : {}),
      ...saving,
    });
    return session;
  };
  const session = loadOrRefuse(entry, () => {
    if (draftPath === undefined) {
      return load({});
    }
    try {
      return load({ optimizedModelFilePath: draftPath });
    } catch {
      return load({}); // Storing may have failed alone; a network that cannot be loaded throws again here.
    }
  });
  const names = session.outputMetadata.map(({ name }) => name);
  if (entry.outputs.some(({ name }) => !names.includes(name))) {
    throw new AppError(
      'processing_failed',
      `The model ${entry.name} lacks outputs it should have.`,
    );
  }
  return session;
}

/**
 * Frees the bytes of a file at once: a thread that allocates little never collects garbage, and would hold 30 MB. Each
 * file has its own buffer, so nothing else loses memory.
 */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) {
    buffer.transfer(0);
  }
}

function loadOrRefuse(
  { name }: ModelEntry,
  load: () => Binding.InferenceSession,
): Binding.InferenceSession {
  try {
    return load();
  } catch (cause) {
    throw new AppError('processing_failed', `The model ${name} cannot be loaded.`, { cause });
  }
}

function countElements(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}
