import { availableParallelism } from 'node:os';
import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import {
  createSessionPool,
  type PooledSession,
  type SessionPool,
} from '../../models/pool/session-pool.ts';

/** Sessions of speech networks, of which only the last used one stays loaded. */
export interface SpeechSessions {
  /** Runs a network. Throws `processing_failed` when it cannot be loaded or does not run. */
  run(
    model: { readonly path: string; readonly name: string },
    feeds: Readonly<Record<string, PoolTensor>>,
  ): Promise<Readonly<Record<string, PoolTensor>>>;
}

/** Creates sessions; nothing is loaded before the first run. */
export function createSpeechSessions(): SpeechSessions {
  let pool: SessionPool | null = null;
  let loaded: { readonly path: string; readonly session: PooledSession } | null = null;
  return {
    async run({ path, name }, feeds) {
      pool ??= createSessionPool({ threads: 1 });
      if (loaded?.path !== path) {
        loaded?.session.close();
        loaded = null;
        const threads = Math.min(4, availableParallelism());
        loaded = { path, session: await pool.open({ name, path, providers: ['cpu'], threads }) };
      }
      return loaded.session.run(feeds);
    },
  };
}

/** Returns the audio of a network's outputs. Throws `processing_failed` when there is none. */
export function readSound(
  outputs: Readonly<Record<string, PoolTensor>>,
  output: string,
  name: string,
): Float32Array<ArrayBuffer> {
  const values = outputs[output]?.values;
  if (!(values instanceof Float32Array) || values.length === 0) {
    throw new AppError('processing_failed', `${name} gave no sound.`);
  }
  if (values.some((value) => !Number.isFinite(value))) {
    throw new AppError('processing_failed', `${name} gave numbers that are no sound.`);
  }
  return values;
}

/** Creates an int64 tensor of one row, or a list when `isList`. */
export function createIntegerTensor(values: readonly number[], isList = false): PoolTensor {
  return {
    type: 'int64',
    dims: isList ? [values.length] : [1, values.length],
    values: BigInt64Array.from(values, BigInt),
  };
}

/** Creates a float tensor. */
export function floats(values: Float32Array<ArrayBuffer>, dims: readonly number[]): PoolTensor {
  return { type: 'float32', dims, values };
}
