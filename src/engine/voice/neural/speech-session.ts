import { availableParallelism } from 'node:os';
import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import {
  createSessionPool,
  type PooledSession,
  type SessionPool,
} from '../../models/pool/session-pool.ts';

/** Networks that speak, of which only the one that spoke last stays loaded. */
export interface SpeechSessions {
  /** Runs a network. Throws `processing_failed` when it cannot be loaded or does not run. */
  run(
    model: { readonly path: string; readonly name: string },
    feeds: Readonly<Record<string, PoolTensor>>,
  ): Promise<Readonly<Record<string, PoolTensor>>>;
}

/** Nothing is loaded before the first run. */
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

/** The sound that a network gave. Throws `processing_failed` when it is none. */
export function soundOf(
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

/** A tensor of whole numbers in one row, or in a list when `isList`. */
export function integers(values: readonly number[], isList = false): PoolTensor {
  return {
    type: 'int64',
    dims: isList ? [values.length] : [1, values.length],
    values: BigInt64Array.from(values, BigInt),
  };
}

/** A tensor of floats. */
export function floats(values: Float32Array<ArrayBuffer>, dims: readonly number[]): PoolTensor {
  return { type: 'float32', dims, values };
}
