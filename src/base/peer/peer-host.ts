import { type MethodAnswer, type CallOptions, Peer, type MethodQuestion } from './peer.ts';
import type { PeerProcess } from './port.ts';
import type { PeerMethods } from './serve-peer.ts';

/** Start of a program, and the conditions that end it. */
export interface PeerHostOptions<Process extends PeerProcess> {
  readonly start: () => Process;
  /** Creates the error for pending calls when the program ends, also when that was intended. */
  readonly ended: (cause?: unknown) => unknown;
  /** Ends the program after this idle time; never by default. */
  readonly idleMs?: number | undefined;
  /** Kills the program when calls wait and it has sent nothing for this long; never by default. */
  readonly silence?: { readonly ms: number; readonly error: () => unknown } | undefined;
}

/**
 * A program that is asked from time to time:
 *
 *   off ── first question ──▶ running ── nothing asked for a while, end ──▶ off
 *    ▲                           │
 *    └── it dies, is silent: what waits fails, the next question starts another
 */
export class PeerHost<Methods extends PeerMethods, Process extends PeerProcess = PeerProcess> {
  readonly #options: PeerHostOptions<Process>;
  #run: { readonly process: Process; readonly peer: Peer<Methods> } | null = null;
  #gone: Promise<void> = Promise.resolve();
  #cancelIdle = (): void => undefined;
  #cancelSilence = (): void => undefined;

  constructor(options: PeerHostOptions<Process>) {
    this.#options = options;
  }

  /** Running program; null when none runs. */
  get process(): Process | null {
    return this.#run?.process ?? null;
  }

  /** Returns the program, which is started if necessary. */
  open(): Process {
    return this.#open().process;
  }

  /** Calls a method and waits. Throws the error of the method, or the one configured for the program's exit. */
  async call<Name extends keyof Methods & string>(
    method: Name,
    question: MethodQuestion<Methods[Name]>,
    options: CallOptions = {},
  ): Promise<MethodAnswer<Methods[Name]>> {
    const { process, peer } = this.#open();
    this.#cancelIdle();
    process.setRef?.(true);
    const answered = peer.call(method, question, {
      ...options,
      onProgress: (progress) => {
        this.#expectAnswer(process);
        options.onProgress?.(progress);
      },
    });
    if (peer.waiting === 1) {
      this.#expectAnswer(process); // Later calls wait for their turn, in the time of the first.
    }
    try {
      return await answered;
    } finally {
      this.#expectAnswer(process);
      if (peer.hasFailed) {
        this.#end(process); // The program may still run, and send messages without a request.
      } else if (peer.waiting === 0) {
        process.setRef?.(false);
        this.#rest(process);
      }
    }
  }

  /** Calls a method without waiting for its answer; no effect while no program runs. */
  post<Name extends keyof Methods & string>(
    method: Name,
    question: MethodQuestion<Methods[Name]>,
  ): void {
    this.#run?.peer.post(method, question);
  }

  /** Kills the program, if there is one; what waits fails. Resolves when it is gone. */
  async end(error: unknown = this.#options.ended()): Promise<void> {
    if (this.#run !== null) {
      this.#end(this.#run.process, error);
    }
    await this.#gone;
  }

  #open(): { readonly process: Process; readonly peer: Peer<Methods> } {
    if (this.#run === null) {
      const process = this.#options.start();
      const peer = new Peer<Methods>(process, (cause) => {
        this.#leave(process);
        return this.#options.ended(cause);
      });
      this.#run = { process, peer };
    }
    return this.#run;
  }

  /** Gives the program the full time again, as long as calls wait: it answers them in order, so any message counts. */
  #expectAnswer(process: Process): void {
    const { silence } = this.#options;
    if (silence !== undefined && this.#run?.process === process) {
      this.#cancelSilence();
      this.#cancelSilence =
        this.#run.peer.waiting > 0
          ? process.startTimer(silence.ms, () => this.#end(process, silence.error()))
          : () => undefined;
    }
  }

  #rest(process: Process): void {
    const { idleMs } = this.#options;
    if (idleMs !== undefined && this.#run?.process === process) {
      this.#cancelIdle();
      this.#cancelIdle = process.startTimer(idleMs, () => this.#end(process));
    }
  }

  #end(process: Process, error: unknown = this.#options.ended()): void {
    const peer = this.#leave(process);
    if (peer !== null) {
      peer.fail(error);
      this.#gone = process.kill();
    }
  }

  #leave(process: Process): Peer<Methods> | null {
    if (this.#run?.process !== process) {
      return null;
    }
    const { peer } = this.#run;
    this.#run = null;
    this.#cancelIdle();
    this.#cancelSilence();
    return peer;
  }
}
