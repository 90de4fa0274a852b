import { AppError, toWireError } from '../../base/errors.ts';
import { PeerHost } from '../../base/peer/peer-host.ts';
import type { PeerProcess } from '../../base/peer/port.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { MicrophoneView } from '../../contract/ipc/microphone.ts';
import {
  type SoundMethods,
  type SoundMix,
  soundReportSchema,
  type SoundTest,
} from '../../contract/sound-devices.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';

/** Dependencies of {@link VirtualMicrophone}. */
export interface VirtualMicrophoneOptions {
  /** Starts the process that holds it; null where the system has none of its kind. */
  readonly fork: (() => PeerProcess) | null;
  /** Makes an address for the audio of one opening. */
  readonly openSocket: () => string;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
  /** Poll interval of the state, in milliseconds. */
  readonly everyMs?: number | undefined;
}

/** A voice that is being output. */
interface Voice {
  readonly input: string | null;
  mix: SoundMix;
  readonly stop: AbortController;
}

const EVERY_MS = 1000;
/** Maximum automatic restarts of the process in a minute. */
const MAX_ENDS = 3;
const MINUTE_MS = 60_000;

/**
 * Virtual microphone of the app: a separate process, which is restarted when it exits. Other programs keep
 * reading then, because the sound server keeps the microphone.
 */
export class VirtualMicrophone {
  readonly calls: AreaHandlers<'microphone'> = {
    'microphone.read': async () => this.#view,
    'microphone.start': () => this.start(),
    'microphone.stop': async () => {
      await this.stop();
      return null;
    },
    'microphone.run': async ({ input, mix }) => {
      await this.#run({ input, mix, stop: new AbortController() });
      return null;
    },
    'microphone.rest': async () => {
      this.rest();
      return null;
    },
    'microphone.mix': async (mix) => {
      await this.#mix(mix);
      return null;
    },
    'microphone.test': () => this.#test(),
  };
  readonly #options: VirtualMicrophoneOptions;
  readonly #host: PeerHost<SoundMethods> | null;
  #view: MicrophoneView;
  #isWanted = false;
  #voice: Voice | null = null;
  #endsAtMs: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: VirtualMicrophoneOptions) {
    this.#options = options;
    const { fork } = options;
    this.#host = fork === null ? null : new PeerHost({ start: fork, ended: () => ended() });
    this.#view = { state: fork === null ? 'unsupported' : 'off' };
  }

  /** Turns it on. Throws the reason of a failure. */
  async start(): Promise<MicrophoneView> {
    this.#required();
    clearTimeout(this.#timer);
    this.#isWanted = true;
    this.#endsAtMs = [];
    this.#enter({ state: 'starting' });
    try {
      await this.#open();
    } catch (error) {
      this.#isWanted = false;
      this.#enter({ state: 'failed', error: toWireError(error) });
      throw error;
    }
    return this.#view;
  }

  /** Turns it off; other programs lose it. */
  async stop(): Promise<void> {
    if (this.#host === null || (!this.#isWanted && this.#view.state === 'off')) {
      return;
    }
    clearTimeout(this.#timer);
    this.#isWanted = false;
    this.rest();
    await this.#remove(this.#host);
    this.#enter({ state: 'off' });
  }

  /** Removes leftovers of an earlier run; without effect while the microphone is wanted. */
  async removeLeftover(): Promise<void> {
    if (this.#host !== null && !this.#isWanted) {
      await this.#remove(this.#host);
    }
  }

  /** Stops the voice output; the microphone stays. */
  rest(): void {
    this.#voice?.stop.abort();
    this.#voice = null;
  }

  async #remove(host: PeerHost<SoundMethods>): Promise<void> {
    try {
      await host.call('remove', {});
    } catch (error) {
      this.#options.log('info', 'microphone.not_removed', { error }); // No sound server, nothing to remove.
    }
    if (!this.#isWanted) {
      await host.end();
    }
  }

  async #open(): Promise<void> {
    await this.#required().call('open', {});
    await this.#read();
  }

  async #read(): Promise<void> {
    const host = this.#required();
    const { isThere, isRead } = await host.call('status', {});
    if (!isThere) {
      await host.call('open', {}); // The sound server was started again.
    }
    const devices = await host.call('devices', {});
    if (!this.#isWanted) {
      return; // The microphone was stopped meanwhile.
    }
    this.#enter({ state: 'on', isRead, devices });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#read().catch((error: unknown) => this.#lost(error));
    }, this.#options.everyMs ?? EVERY_MS);
  }

  #lost(error: unknown): void {
    if (!this.#isWanted) {
      return;
    }
    this.#options.log('warn', 'microphone.ended', { error });
    if (this.#endsTooOften()) {
      this.#isWanted = false;
      this.#enter({ state: 'failed', error: toWireError(error) });
      return;
    }
    this.#enter({ state: 'starting' });
    void this.#openAgain();
  }

  async #openAgain(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      this.#lost(error);
    }
  }

  /** Resolves when it runs; what ends it later is an event. */
  async #run(voice: Voice): Promise<void> {
    this.rest();
    this.#voice = voice;
    const begun = Promise.withResolvers<void>();
    void this.#carry(voice, begun);
    await begun.promise;
  }

  async #carry(voice: Voice, begun: PromiseWithResolvers<void>): Promise<void> {
    const { input, mix, stop } = voice;
    let hasBegun = false;
    try {
      const question = { socketUrl: this.#options.openSocket(), input, mix };
      await this.#required().call('run', question, {
        signal: stop.signal,
        onProgress: (report) => {
          if (!hasBegun) {
            hasBegun = true;
            this.#mixAgain(voice, mix);
          }
          begun.resolve();
          this.#report(report);
        },
      });
      begun.resolve();
    } catch (error) {
      begun.reject(error);
      if (this.#voice !== voice) {
        return;
      }
      if (hasBegun && isProcessEnd(error) && !this.#endsTooOften()) {
        await this.#carry(voice, begun);
        return;
      }
      this.#voice = null;
      if (hasBegun) {
        this.#options.emit('microphone.ended', { error: toWireError(error) });
      }
    }
  }

  #report(report: unknown): void {
    const parsed = soundReportSchema.safeParse(report);
    if (parsed.success) {
      this.#options.emit('microphone.reported', parsed.data);
    }
  }

  async #mix(mix: SoundMix): Promise<void> {
    if (this.#voice === null) {
      return;
    }
    this.#voice.mix = mix;
    try {
      await this.#required().call('mix', mix);
    } catch (error) {
      // The next process continues with this mix, or the end is reported.
      if (!isProcessEnd(error)) {
        throw error;
      }
    }
  }

  /** A process that was still opening the voice missed the change. */
  #mixAgain(voice: Voice, opened: SoundMix): void {
    if (this.#voice === voice && voice.mix !== opened) {
      this.#mix(voice.mix).catch((error: unknown) =>
        this.#options.log('warn', 'microphone.not_mixed', { error }),
      );
    }
  }

  #test(): Promise<SoundTest> {
    if (this.#view.state !== 'on') {
      throw new AppError('not_found', 'The virtual microphone is off.');
    }
    return this.#required().call('test', {});
  }

  #endsTooOften(): boolean {
    const nowMs = performance.now();
    this.#endsAtMs = [...this.#endsAtMs.filter((atMs) => nowMs - atMs < MINUTE_MS), nowMs];
    return this.#endsAtMs.length > MAX_ENDS;
  }

  #required(): PeerHost<SoundMethods> {
    if (this.#host === null) {
      const text = 'Guise makes a virtual microphone on Linux only.';
      throw new AppError('capability_unavailable', text);
    }
    return this.#host;
  }

  #enter(view: MicrophoneView): void {
    this.#view = view;
    this.#options.emit('microphone.changed', view);
  }
}

const ENDED = 'The process of the virtual microphone ended.';

function ended(): AppError {
  return new AppError('processing_failed', ENDED);
}

function isProcessEnd(error: unknown): boolean {
  return error instanceof AppError && error.message === ENDED;
}
