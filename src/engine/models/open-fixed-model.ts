import './no-telemetry.ts';
import { Tensor } from 'onnxruntime-node';
import { binding, initOrt, type Binding } from 'onnxruntime-node/dist/binding.js';
import { AppError } from '../../base/errors.ts';
import type { FixedModel } from '../track/fixed-model.ts';
import type { ModelEntry } from './manifest.ts';
import type { ModelFolder } from './model-folder.ts';
import type { ModelName } from './manifest.ts';
import { findTunedModel } from './tuned-models.ts';

/** A network that lives in this thread until it is closed. */
export interface OpenedModel extends FixedModel {
  /** Frees the memory of the network; it must not run again. */
  close(): void;
}

interface LoadOptions {
  /** Whether the bytes are in the form for this processor already. */
  readonly isTuned?: boolean | undefined;
  /** Whether memory of a run is given back after it: for large networks that run now and then. */
  readonly isRare?: boolean | undefined;
  /** Where that form is written to. */
  readonly draftPath?: string | undefined;
}

/** Large networks that run now and then. */
const rareModels: ReadonlySet<ModelName> = new Set([
  'face-identity',
  'palm-detection',
  'pose-detection',
]);

/**
 * Opens a built-in network on the CPU of this thread. `run()` blocks until the outputs are filled: for
 * worker threads that have nothing else to do. The public interface of ONNX Runtime answers every call
 * through the event loop; the binding below it does the same work at once and fills memory of ours.
 * Throws `processing_failed` when the file is no network that fits its entry.
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
  const values = new Float32Array(sizeOf(input.shape));
  const feeds = { [input.name]: new Tensor('float32', values, input.shape) };
  const outputs: Record<string, Float32Array> = {};
  const fetches: Record<string, Tensor> = {};
  for (const { name, shape } of entry.outputs) {
    const memory = new Float32Array(sizeOf(shape));
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
 * {@link openFixedModel} for a network of a folder, by its name: faster from the second time on, because
 * its form for this processor is kept.
 */
export async function openBuiltInModel(folder: ModelFolder, name: ModelName): Promise<OpenedModel> {
  const isRare = rareModels.has(name);
  const listed = folder.manifest.models.find((model) => model.name === name);
  const tuned = listed === undefined ? null : await findTunedModel(folder.path, listed);
  if (listed !== undefined && tuned !== null && tuned.bytes !== null) {
    const opened = openFixedModel(listed, tuned.bytes, { isTuned: true, isRare });
    letGo(tuned.bytes);
    return opened;
  }
  const { entry, bytes } = await folder.readModel(name);
  const opened = openFixedModel(entry, bytes, {
    draftPath: tuned?.draftPath ?? undefined,
    isRare,
  });
  letGo(bytes);
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
    // A view of a larger buffer is fine for the binding, shared memory is not.
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
      return load({}); // What cannot be kept can still be used; what cannot be used says so now.
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
 * Frees what was read of a file: a thread that makes no garbage collects none, and would keep 30 MB for ever. Files are
 * read into memory of their own.
 */
function letGo({ buffer }: Uint8Array): void {
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

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}
