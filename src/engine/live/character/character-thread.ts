import '../../models/no-telemetry.ts';
import { Worker } from 'node:worker_threads';
import { AppError, fromWireError } from '../../../base/errors.ts';
import type { Character } from './character.ts';
import type { CharacterAnswer, CharacterCall, CharacterStart } from './character-messages.ts';

/** Makes characters on a thread of its own. */
export interface CharacterThread {
  /** Throws what {@link readCharacter} throws, and `processing_failed` when the thread died. */
  read(image: Uint8Array): Promise<Character>;
  close(): Promise<void>;
}

/** Starts the thread and loads its networks. Throws `processing_failed` when they cannot be loaded. */
export async function openCharacterThread(start: CharacterStart): Promise<CharacterThread> {
  const worker = new Worker(new URL('./character-entry.ts', import.meta.url), {
    workerData: start,
  });
  const ready = Promise.withResolvers<void>();
  const exit = Promise.withResolvers<void>();
  const waiting = new Map<number, PromiseWithResolvers<Character>>();
  let failure: AppError | null = null;
  let count = 0;

  const fail = (error: AppError): void => {
    failure ??= error;
    ready.reject(failure);
    for (const { reject } of waiting.values()) {
      reject(failure);
    }
    waiting.clear();
  };
  worker.on('message', (answer: CharacterAnswer) => {
    switch (answer.kind) {
      case 'ready':
        ready.resolve();
        break;
      case 'failed':
        fail(fromWireError(answer.error));
        break;
      case 'read':
        waiting.get(answer.number)?.resolve(answer.character);
        waiting.delete(answer.number);
        break;
      case 'refused':
        waiting.get(answer.number)?.reject(fromWireError(answer.error));
        waiting.delete(answer.number);
        break;
    }
  });
  worker.on('error', (cause) => fail(died(cause)));
  worker.on('exit', () => {
    fail(died());
    exit.resolve();
  });
  const post = (call: CharacterCall): void => worker.postMessage(call, []);
  const close = async (): Promise<void> => {
    fail(new AppError('cancelled', 'The live swap was closed.'));
    post({ kind: 'close' });
    await exit.promise;
  };

  try {
    await ready.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    async read(image) {
      if (failure !== null) {
        throw failure;
      }
      count += 1;
      const answer = Promise.withResolvers<Character>();
      waiting.set(count, answer);
      post({ kind: 'read', number: count, image });
      return answer.promise;
    },
    close,
  };
}

function died(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that reads characters ended unexpectedly.', {
    cause,
  });
}
