/**
 * Speech on a thread of its own. The thread starts with the first text, and anew after it died.
 *
 *   idle --speak--> running --close--> closed
 *     '<--thread dies: what waits fails--'
 */
import { Worker } from 'node:worker_threads';
import { AppError, fromWireError } from '../../../base/errors.ts';
import type { CatalogueVoice } from '../catalogue.ts';
import type { Speech } from '../engines/engine.ts';
import type { SpeakerAnswer, SpeakerCall, SpeakRequest } from './messages.ts';

/** Speaks texts one after the other. */
export interface Speaker {
  /**
   * Speaks a text that is ready to be read. Memory of the speech is the caller's. Throws
   * `processing_failed` when the engine gives no sound or its thread dies, `cancelled` after `close`.
   */
  speak(text: string, voice: CatalogueVoice): Promise<Speech>;
  /** Ends the thread at once; texts that wait fail. */
  close(): Promise<void>;
}

/** A speaker; nothing runs before its first text. */
export function openSpeaker(): Speaker {
  return new ThreadedSpeaker();
}

class ThreadedSpeaker implements Speaker {
  #worker: Worker | null = null;
  #isClosed = false;
  #lastCall = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<Speech>>();

  speak(text: string, { engine, base, pace, model, shift }: CatalogueVoice): Promise<Speech> {
    if (this.#isClosed) {
      return Promise.reject(closed());
    }
    const request: SpeakRequest = { text, voice: { engine, base, pace, model }, shift };
    this.#lastCall += 1;
    const call: SpeakerCall = { call: this.#lastCall, ...request };
    const answered = Promise.withResolvers<Speech>();
    this.#waiting.set(call.call, answered);
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(call, []);
    return answered.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#fail(closed());
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./speaker-entry.ts', import.meta.url));
    worker.on('message', (answer: SpeakerAnswer) => {
      this.#take(answer);
    });
    worker.on('error', (cause) => {
      this.#end(worker, cause);
    });
    worker.on('exit', () => {
      this.#end(worker);
    });
    return worker;
  }

  #take(answer: SpeakerAnswer): void {
    const waiting = this.#waiting.get(answer.call);
    this.#waiting.delete(answer.call);
    if (this.#waiting.size === 0) {
      this.#worker?.unref(); // A thread that waits for texts keeps no process alive.
    }
    if (answer.kind === 'spoken') {
      waiting?.resolve(answer.speech);
    } else {
      waiting?.reject(fromWireError(answer.error));
    }
  }

  #end(worker: Worker, cause?: unknown): void {
    if (this.#worker === worker) {
      this.#worker = null;
      this.#fail(
        new AppError('processing_failed', 'The thread that speaks ended unexpectedly.', { cause }),
      );
    }
  }

  #fail(error: AppError): void {
    for (const { reject } of this.#waiting.values()) {
      reject(error);
    }
    this.#waiting.clear();
  }
}

function closed(): AppError {
  return new AppError('cancelled', 'The speaker was closed.');
}
