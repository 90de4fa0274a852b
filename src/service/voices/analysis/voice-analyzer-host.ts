/**
 * Studies references and speaks samples on a thread of its own, which starts with the first call and ends
 * when nothing was asked for a while. A live voice never waits for it.
 */
import { Worker } from 'node:worker_threads';
import { AppError, fromWireError } from '../../../base/errors.ts';
import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';
import type { AnalyzerAnswer, AnalyzerCall } from './voice-analyzer-messages.ts';

/** See the head of the file. */
export interface VoiceAnalyzerHost {
  /**
   * Measures whose voice a WAV file holds; its memory is gone afterwards. Throws `unsupported_format` for
   * another kind of file and `invalid_input` when there is too little speech, with the remedy.
   */
  analyse(wav: Uint8Array<ArrayBuffer>): Promise<VoiceTarget>;
  /** WAV of a sentence in a voice of the catalogue; null when there is no such voice. */
  speakSample(voiceId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Ends the thread; calls that wait fail. */
  close(): Promise<void>;
}

/** A call without its number. */
type Question = AnalyzerCall extends infer C
  ? C extends AnalyzerCall
    ? Omit<C, 'call'>
    : never
  : never;

const IDLE_MS = 30_000;
/** A hostile file cannot take more of the machine than this. */
const MAX_HEAP_MB = 512;

/** An analyzer at which nothing was asked yet. */
export function openVoiceAnalyzerHost(): VoiceAnalyzerHost {
  return new ThreadedDesk();
}

class ThreadedDesk implements VoiceAnalyzerHost {
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #lastCall = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<AnalyzerAnswer>>();

  async analyse(wav: Uint8Array<ArrayBuffer>): Promise<VoiceTarget> {
    const answer = await this.#ask({ kind: 'analyse', wav }, [wav.buffer]);
    if (answer.kind !== 'analysed') {
      throw unexpected();
    }
    return answer.target;
  }

  async speakSample(voiceId: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const answer = await this.#ask({ kind: 'sample', voiceId }, []);
    if (answer.kind !== 'sampled') {
      throw unexpected();
    }
    return answer.wav;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  async #ask(question: Question, moved: ArrayBuffer[]): Promise<AnalyzerAnswer> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#lastCall += 1;
    const call = this.#lastCall;
    const answered = Promise.withResolvers<AnalyzerAnswer>();
    this.#waiting.set(call, answered);
    this.#worker.postMessage({ ...question, call } satisfies AnalyzerCall, moved);
    try {
      const answer = await answered.promise;
      if (answer.kind === 'failed') {
        throw fromWireError(answer.error);
      }
      return answer;
    } finally {
      this.#waiting.delete(call);
      this.#rest();
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./voice-analyzer-entry.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.unref();
    worker.on('message', (answer: AnalyzerAnswer) => {
      this.#waiting.get(answer.call)?.resolve(answer);
    });
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      if (this.#worker === worker) {
        this.#worker = null;
      }
      for (const { reject } of this.#waiting.values()) {
        reject(new AppError('processing_failed', 'The reference could not be studied.', { cause }));
      }
    });
    return worker;
  }

  #rest(): void {
    if (this.#waiting.size === 0) {
      this.#idle = setTimeout(() => {
        const worker = this.#worker;
        this.#worker = null;
        void worker?.terminate();
      }, IDLE_MS).unref();
    }
  }
}

function unexpected(): AppError {
  return new AppError('internal_error', 'The thread answered another question.');
}
