import '../../models/no-telemetry.ts';
import { Worker } from 'node:worker_threads';
import { AppError, fromWireError, InvariantError } from '../../../base/errors.ts';
import type { Character } from './character.ts';
import type { CharacterAnswer, CharacterCall, CharacterStart } from './character-messages.ts';
import type { CharacterCutout } from './character-cutout.ts';

/** Makes characters on a thread of its own. */
export interface CharacterHost {
  /** Throws what `readCharacter` throws, and `processing_failed` when the thread died. */
  read(image: Uint8Array): Promise<Character>;
  /** Cuts the person out of a picture, fastest out of the one that was read last. */
  cutOut(image: Uint8Array): Promise<CharacterCutout>;
  /** Whether it died or was closed; another has to be opened then. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** Starts the thread and loads its networks. Throws `processing_failed` when they cannot be loaded. */
export async function openCharacterHost(start: CharacterStart): Promise<CharacterHost> {
  const worker = new Worker(new URL('./character-entry.ts', import.meta.url), {
    workerData: start,
  });
  const ready = Promise.withResolvers<void>();
  const exit = Promise.withResolvers<void>();
  const waiting = new Map<number, PromiseWithResolvers<CharacterAnswer>>();
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
    if (answer.kind === 'ready') {
      ready.resolve();
    } else if (answer.kind === 'failed') {
      fail(fromWireError(answer.error));
    } else {
      waiting.get(answer.number)?.resolve(answer);
      waiting.delete(answer.number);
    }
  });
  worker.on('error', (cause) => fail(died(cause)));
  worker.on('exit', () => {
    fail(died());
    exit.resolve();
  });
  const post = (call: CharacterCall): void => worker.postMessage(call, []);
  const ask = async (callOf: (number: number) => CharacterCall): Promise<CharacterAnswer> => {
    if (failure !== null) {
      throw failure;
    }
    count += 1;
    const answered = Promise.withResolvers<CharacterAnswer>();
    waiting.set(count, answered);
    post(callOf(count));
    const answer = await answered.promise;
    if (answer.kind === 'refused') {
      throw fromWireError(answer.error);
    }
    return answer;
  };

  try {
    await ready.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    async read(image) {
      const answer = await ask((number) => ({ kind: 'read', number, image }));
      return answer.kind === 'read' ? answer.character : fallThrough();
    },
    async cutOut(image) {
      const answer = await ask((number) => ({ kind: 'cut', number, image }));
      return answer.kind === 'cut' ? answer.cutout : fallThrough();
    },
    hasEnded: () => failure !== null,
    async close() {
      fail(new AppError('cancelled', 'The live swap was closed.'));
      post({ kind: 'close' });
      await exit.promise;
    },
  };
}

function fallThrough(): never {
  throw new InvariantError('a call is answered in kind');
}

function died(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that reads characters ended unexpectedly.', {
    cause,
  });
}
