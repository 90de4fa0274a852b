import './no-telemetry.ts';
import { Tensor } from 'onnxruntime-node';
import { binding, initOrt, type Binding } from 'onnxruntime-node/dist/binding.js';
import { AppError } from '../../base/errors.ts';
import type { FixedModel } from '../track/fixed-model.ts';
import type { ModelEntry } from './manifest.ts';
import type { ModelFolder } from './model-folder.ts';
import type { ModelName } from './sources.ts';

/** A network that lives in this thread until it is closed. */
export interface OpenedModel extends FixedModel {
  /** Frees the memory of the network; it must not run again. */
  close(): void;
}

/**
 * Opens a built-in network on the CPU of this thread. `run()` blocks until the outputs are filled: for
 * worker threads that have nothing else to do. The public interface of ONNX Runtime answers every call
 * through the event loop; the binding below it does the same work at once and fills memory of ours.
 * Throws `processing_failed` when the file is no network that fits its entry.
 */
export function openFixedModel(entry: ModelEntry, bytes: Uint8Array, threads = 1): OpenedModel {
  const session = loadSession(entry, bytes, threads);
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

/** {@link openFixedModel} for a network of a folder, by its name. */
export async function openBuiltInModel(folder: ModelFolder, name: ModelName): Promise<OpenedModel> {
  const { entry, bytes } = await folder.readModel(name);
  return openFixedModel(entry, bytes);
}

function loadSession(
  entry: ModelEntry,
  bytes: Uint8Array,
  threads: number,
): Binding.InferenceSession {
  initOrt();
  const session = new binding.InferenceSession();
  try {
    // A view of a larger buffer is fine for the binding, shared memory is not.
    const owned = Uint8Array.from(bytes);
    session.loadModel(owned.buffer, owned.byteOffset, owned.byteLength, {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    });
  } catch (cause) {
    throw new AppError('processing_failed', `The model ${entry.name} cannot be loaded.`, { cause });
  }
  const names = session.outputMetadata.map(({ name }) => name);
  if (entry.outputs.some(({ name }) => !names.includes(name))) {
    throw new AppError(
      'processing_failed',
      `The model ${entry.name} lacks outputs it should have.`,
    );
  }
  return session;
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}
