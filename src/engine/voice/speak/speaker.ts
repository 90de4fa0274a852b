/**
 * Speech synthesis on a separate thread, which starts with the first text and again after it died.
 *
 *   idle --speak--> running --close--> closed
 *     '<--thread dies: waiting calls fail--'
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import { PeerHost } from '../../../base/peer/peer-host.ts';
import { toPeerThread } from '../../threads/thread-peer.ts';
import type { CatalogueVoice } from '../catalogue.ts';
import type { Speech } from '../engines/engine.ts';
import type { SpeakerMethods } from './speaker-entry.ts';

/** Speaks texts one after the other. */
export interface Speaker {
  /**
   * Speaks a text whose numbers and abbreviations are in words. The caller owns the speech's memory. Throws
   * `processing_failed` when the engine returns no audio or its thread dies, `cancelled` after `close`.
   */
  speak(text: string, voice: CatalogueVoice): Promise<Speech>;
  /** Ends the thread at once; waiting calls fail. */
  close(): Promise<void>;
}

/** Creates a speaker; its thread starts with the first text. */
export function openSpeaker(): Speaker {
  return new ThreadedSpeaker();
}

class ThreadedSpeaker implements Speaker {
  readonly #host = new PeerHost<SpeakerMethods>({
    start: () =>
      toPeerThread(new Worker(new URL('./speaker-entry.ts', import.meta.url)), {
        isHeldByWork: true,
      }),
    ended: (cause) =>
      new AppError('processing_failed', 'The thread that speaks ended unexpectedly.', { cause }),
  });
  #isClosed = false;

  async speak(text: string, voice: CatalogueVoice): Promise<Speech> {
    const { engine, base, pace, pitchHz, pitchRange, model, shift } = voice;
    if (this.#isClosed) {
      throw closed();
    }
    return this.#host.call('speak', {
      text,
      voice: { engine, base, pace, pitchHz, pitchRange, model },
      shift,
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#host.end(closed());
  }
}

function closed(): AppError {
  return new AppError('cancelled', 'The speaker was closed.');
}
