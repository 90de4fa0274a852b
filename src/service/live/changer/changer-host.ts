/**
 * Thread that converts all voices, so that audio and requests never delay each other.
 *
 *   off ── first use ──▶ starting ── up ──▶ ready ── nobody streams for 5 min ──▶ off
 *    ▲                      └────────┬────────┘
 *    └── it died: streams fail ──────┘
 *
 * Its messages are not those of a peer: audio chunks are sent in both directions without an answer to wait for.
 */
import { Worker } from 'node:worker_threads';
import { AppError, fromWireError } from '../../../base/errors.ts';
import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';
import type { ChangerAnswer, ChangerCall, VoiceSettings } from './messages.ts';

/** A voice to change, into a target of some kind. */
export interface VoiceStreamOptions<Target = VoiceTarget> {
  readonly target: Target;
  readonly settings: VoiceSettings;
  /** Receives the output in order, with as many samples as the input. */
  readonly onAudio: (samples: Int16Array<ArrayBuffer>) => void;
  /** Called when a setting changed the latency of the output. */
  readonly onLatency?: ((latencyMs: number) => void) | undefined;
  /** Called once when the stream cannot continue; nothing follows. */
  readonly onFailure: (error: AppError) => void;
}

/** A voice that is being changed; close it. */
export interface VoiceStream {
  /** Latency of the output when the stream was opened. */
  readonly latencyMs: number;
  /** The buffer of the samples is transferred. */
  change(samples: Int16Array<ArrayBuffer>): void;
  set(settings: VoiceSettings): void;
  close(): void;
}

/** See the head of the file. */
export interface ChangerHost {
  /** Starts the thread and returns whether it is ready. */
  prepare(): 'ready' | 'starting';
  /** Throws `processing_failed` when the thread dies before it is open. */
  open(options: VoiceStreamOptions): Promise<VoiceStream>;
  /** Ends the thread; streams fail. */
  close(): Promise<void>;
}

const IDLE_MS = 300_000;

/** A thread that has not started. */
export function openChangerHost({ idleMs = IDLE_MS } = {}): ChangerHost {
  let run: ThreadRun | null = null;
  let idle: NodeJS.Timeout | undefined;

  function ensure(): ThreadRun {
    if (run === null) {
      const started = new ThreadRun(scheduleIdleEnd, () => {
        run = run === started ? null : run;
      });
      run = started;
      scheduleIdleEnd();
    }
    return run;
  }

  function scheduleIdleEnd(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (run !== null && run.streams === 0) {
        const rested = run;
        run = null;
        void rested.end();
      }
    }, idleMs).unref();
  }

  return {
    prepare() {
      const { isUp } = ensure();
      scheduleIdleEnd();
      return isUp ? 'ready' : 'starting';
    },
    open: (options) => ensure().open(options),
    async close() {
      clearTimeout(idle);
      await run?.end();
    },
  };
}

interface OpenStream {
  readonly options: VoiceStreamOptions;
  readonly opened: PromiseWithResolvers<VoiceStream>;
}

/** One run of the thread. */
class ThreadRun {
  isUp = false;
  readonly #worker: Worker;
  readonly #streams = new Map<number, OpenStream>();
  readonly #onRest: () => void;
  #lastStream = 0;

  constructor(onRest: () => void, onEnd: () => void) {
    this.#onRest = onRest;
    this.#worker = new Worker(new URL('./changer-entry.ts', import.meta.url));
    this.#worker.unref();
    this.#worker.on('message', (answer: ChangerAnswer) => {
      this.#receive(answer);
    });
    let cause: unknown;
    this.#worker.on('error', (error) => {
      cause = error;
    });
    this.#worker.once('exit', () => {
      onEnd();
      const text = 'The thread that changes voices ended unexpectedly.';
      this.#fail(new AppError('processing_failed', text, { cause }));
    });
  }

  get streams(): number {
    return this.#streams.size;
  }

  open(options: VoiceStreamOptions): Promise<VoiceStream> {
    this.#lastStream += 1;
    const stream = this.#lastStream;
    const opened = Promise.withResolvers<VoiceStream>();
    this.#streams.set(stream, { options, opened });
    const { target, settings } = options;
    this.#post({ kind: 'open', stream, target, settings });
    return opened.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(answer: ChangerAnswer): void {
    if (answer.kind === 'up') {
      this.isUp = true;
      return;
    }
    const open = this.#streams.get(answer.stream);
    if (open === undefined) {
      return; // The stream was closed meanwhile.
    }
    if (answer.kind === 'audio') {
      open.options.onAudio(answer.samples);
    } else if (answer.kind === 'latency') {
      open.options.onLatency?.(answer.latencyMs);
    } else if (answer.kind === 'opened') {
      open.opened.resolve(this.#toStream(answer.stream, answer.latencyMs));
    } else {
      this.#streams.delete(answer.stream);
      this.#notify(open, fromWireError(answer.error));
    }
  }

  #toStream(stream: number, latencyMs: number): VoiceStream {
    return {
      latencyMs,
      change: (samples) => {
        this.#worker.postMessage({ kind: 'audio', stream, samples } satisfies ChangerCall, [
          samples.buffer,
        ]);
      },
      set: (settings) => {
        this.#post({ kind: 'set', stream, settings });
      },
      close: () => {
        if (this.#streams.delete(stream)) {
          this.#post({ kind: 'close', stream });
          this.#onRest();
        }
      },
    };
  }

  #fail(error: AppError): void {
    const all = [...this.#streams.values()];
    this.#streams.clear();
    for (const open of all) {
      this.#notify(open, error);
    }
  }

  /** Reports a failure to the pending open, or else to the callback. */
  #notify({ opened, options }: OpenStream, error: AppError): void {
    opened.reject(error);
    options.onFailure(error);
  }

  #post(call: ChangerCall): void {
    this.#worker.postMessage(call, []);
  }
}
