/**
 * One connection of a voice changer.
 *
 *   waiting ── reference ──▶ studying ── JSON reply ──▶ ready ── first audio: money is held ──▶ streaming
 *      └──────── bad message, no balance, time used up: error message and close code ─────────────┘
 *
 * A session with a voice starts in `studying`: the reply comes without a reference, and audio may follow
 * immediately. Its first binary message may still be a reference, which then replaces the voice, or an empty
 * one.
 */
import { AppError } from '../../../base/errors.ts';
import {
  parseVoiceClientMessage,
  type VoiceReady,
  voiceAudio,
  voiceClientMessageSchema,
} from '../../../contract/api/sockets.ts';
import { decodeVoiceReference, isVoiceReference } from '../../../contract/api/voice-frames.ts';
import { toCloseReason } from '../socket/close-reason.ts';
import type { SessionEnding } from '../session/session-ending.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import type { VoiceStream, VoiceStreamOptions } from './changer-host.ts';
import { Backpressure } from './backpressure.ts';
import type { VoiceSettings } from './messages.ts';
import { isPackTarget, type StreamTarget } from './stream-target.ts';
import { MAX_CHUNK_BYTES, REFERENCE_MS } from './voice-limits.ts';

/** Dependencies of a connection. */
export interface VoiceConnectionOptions {
  readonly socket: LiveSocket;
  /** True when the session has a voice, so that no reference has to be sent. */
  readonly hasVoice: boolean;
  /**
   * Resolves the target of a reference, or of the session's voice for null. The buffer of the WAV is
   * transferred.
   */
  readonly findTarget: (wav: Uint8Array<ArrayBuffer> | null) => Promise<StreamTarget>;
  readonly openStream: (options: VoiceStreamOptions<StreamTarget>) => Promise<VoiceStream>;
  /** Sets the money aside before the first audio is changed. Throws `insufficient_credits` and the like. */
  readonly begin: () => Promise<void>;
  /** Consumes funded samples and returns how many of the given ones are funded. */
  readonly consume: (samples: number) => number;
  /** Called when the funded length is used up and all of its audio was sent. */
  readonly onUsedUp: () => void;
  /** Called once. `canReturn`: the connection broke, so the client may come back. */
  readonly onClosed: (end: { readonly canReturn: boolean }) => void;
}

const allSettings = Object.keys(voiceClientMessageSchema.shape).filter((name) => name !== 'type');
/** Settings that the voices of models support. */
const packSettings = ['bypass'];

/** A connection whose client has not sent anything yet. */
export class VoiceConnection {
  readonly #options: VoiceConnectionOptions;
  readonly #flow: Backpressure;
  #phase: 'waiting' | 'studying' | 'ready' | 'streaming' | 'over' = 'waiting';
  #stream: VoiceStream | null = null;
  #early: Buffer[] = [];
  #earlySettings: VoiceSettings[] = [];
  #isUsedUp = false;
  /** The last reply: it is sent once, and again only when a setting changed it. */
  #lastNotice = '';
  /** Number of requested targets; only the last one counts. */
  #studies = 0;
  /** The next binary message is the first one. */
  #isFirst = true;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: VoiceConnectionOptions) {
    this.#options = options;
    const { socket } = options;
    this.#flow = new Backpressure(socket);
    if (!options.hasVoice) {
      this.#expectReference();
    }
    socket.listen({
      onText: (text) => {
        this.#handle(() => this.#receiveText(text));
      },
      onBinary: (bytes) => {
        this.#handle(() => this.#receiveBinary(bytes));
      },
      onClosed: ({ isFarewell }) => {
        const canReturn = this.#phase !== 'over' && !isFarewell;
        this.#end();
        options.onClosed({ canReturn });
      },
    });
    if (options.hasVoice) {
      this.#beginStudy(null);
    }
  }

  /** Closes the connection; its session may go on. */
  fail(code: Parameters<LiveSocket['fail']>[0], error: AppError): void {
    this.#end();
    this.#options.socket.fail(code, error);
  }

  /** Sends the reason of the session's end, and closes. */
  close(ending: SessionEnding): void {
    this.#end();
    this.#options.socket.endSession(ending);
  }

  #handle(handle: () => void): void {
    if (this.#phase === 'over') {
      return;
    }
    this.#flow.count();
    try {
      handle();
    } catch (error) {
      this.fail(...toFailure(error));
    }
  }

  #receiveText(text: string): void {
    if (this.#phase === 'waiting') {
      throw new AppError(
        'invalid_input',
        'The first message must be the reference, in one binary message.',
      );
    }
    const { strength, bypass, ...front } = parseVoiceClientMessage(text);
    const { noise_suppression: noiseSuppression, voice_gate: voiceGate } = front;
    const settings = { strength, bypass, noiseSuppression, voiceGate };
    if (this.#stream === null) {
      // Read before reading was held back.
      this.#earlySettings.push(settings);
    } else {
      this.#stream.set(settings);
    }
  }

  #receiveBinary(bytes: Buffer): void {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (this.#phase === 'waiting') {
      this.#beginStudy(decodeVoiceReference(bytes));
      return;
    }
    if (isFirst && this.#options.hasVoice && isVoiceReference(bytes)) {
      const wav = decodeVoiceReference(bytes);
      if (wav !== null) {
        this.#beginStudy(wav);
      }
      return;
    }
    requireAudio(bytes);
    if (this.#phase === 'streaming') {
      this.#change(bytes);
    } else {
      // Read before reading was paused; at most the content of one read of the socket.
      this.#early.push(bytes);
      if (this.#phase === 'ready') {
        this.#start();
      }
    }
  }

  #beginStudy(wav: Uint8Array | null): void {
    clearTimeout(this.#idle);
    this.#phase = 'studying';
    this.#studies += 1;
    this.#stream?.close();
    this.#stream = null;
    const study = this.#studies;
    this.#flow.hold(this.#study(wav, study)).catch((error: unknown) => {
      // A study that a later reference replaced may fail.
      if (study === this.#studies) {
        this.fail(...toFailure(error));
      }
    });
  }

  async #study(wav: Uint8Array | null, study: number): Promise<void> {
    const { findTarget, openStream, socket } = this.#options;
    const copy = wav === null ? null : new Uint8Array(wav);
    const target = await findTarget(copy);
    const settings = isPackTarget(target) ? packSettings : allSettings;
    const notifyReady = (latencyMs: number): void => {
      const reply: VoiceReady = {
        sample_rate: voiceAudio.sampleRate,
        chunk_frames: voiceAudio.chunkFrames,
        latency_ms: Math.round(latencyMs * 10) / 10,
        settings,
      };
      const text = JSON.stringify(reply);
      if (text !== this.#lastNotice) {
        this.#lastNotice = text;
        socket.sendJson(reply);
      }
    };
    const stream = await openStream({
      target,
      settings: {},
      onAudio: (samples) => {
        this.#send(samples);
      },
      onLatency: notifyReady,
      onFailure: (error) => {
        if (study === this.#studies) {
          this.fail('internal', error);
        }
      },
    });
    if (this.#phase === 'over' || study !== this.#studies) {
      stream.close();
      return;
    }
    this.#stream = stream;
    this.#phase = 'ready';
    this.#earlySettings.splice(0).forEach((early) => stream.set(early));
    notifyReady(stream.latencyMs);
    if (this.#early.length > 0) {
      this.#start();
    }
  }

  #start(): void {
    this.#phase = 'studying';
    this.#run(this.#begin());
  }

  async #begin(): Promise<void> {
    await this.#options.begin();
    if (this.#phase === 'studying') {
      this.#phase = 'streaming';
      const early = this.#early;
      this.#early = [];
      for (const bytes of early) {
        this.#change(bytes);
      }
    }
  }

  #change(bytes: Buffer): void {
    const requested = bytes.length / 2;
    const funded = this.#isUsedUp ? 0 : this.#options.consume(requested);
    this.#isUsedUp ||= funded < requested;
    if (funded > 0) {
      // A message may start at any offset of a larger buffer, and samples need an aligned one of their own.
      const samples = new Int16Array(funded);
      bytes.copy(new Uint8Array(samples.buffer), 0, 0, 2 * funded);
      this.#flow.enter(funded);
      this.#stream?.change(samples);
    }
    this.#finishIfUsedUp();
  }

  #send(samples: Int16Array<ArrayBuffer>): void {
    const { socket } = this.#options;
    const { length } = samples;
    const isSent = socket.sendBinary(new Uint8Array(samples.buffer));
    this.#flow.leave(length);
    if (!isSent && socket.isOpen) {
      // Cannot happen while reading is held back in time; losing audio silently would shift the rest.
      this.fail('internal', new AppError('internal_error', 'Converted audio could not be sent.'));
      return;
    }
    this.#finishIfUsedUp();
  }

  #finishIfUsedUp(): void {
    if (this.#isUsedUp && this.#flow.changing === 0 && this.#phase === 'streaming') {
      this.#options.onUsedUp();
    }
  }

  /** Pauses reading during the work; a failure ends the connection. */
  #run(work: Promise<void>): void {
    this.#flow.hold(work).catch((error: unknown) => {
      this.fail(...toFailure(error));
    });
  }

  #expectReference(): void {
    this.#idle = setTimeout(() => {
      const message = `No reference came within ${REFERENCE_MS / 1000} s.`;
      this.fail('idle', new AppError('invalid_input', message));
    }, REFERENCE_MS);
  }

  #end(): void {
    this.#phase = 'over';
    clearTimeout(this.#idle);
    this.#flow.close();
    this.#early = [];
    this.#stream?.close();
    this.#stream = null;
  }
}

function requireAudio({ length }: Buffer): void {
  if (length === 0 || length % 2 !== 0) {
    throw new AppError(
      'invalid_input',
      `Audio is one or more whole samples of two bytes; a message has ${length} bytes.`,
    );
  }
  if (length > MAX_CHUNK_BYTES) {
    throw new AppError(
      'invalid_input',
      `A chunk may be one second long, ${voiceAudio.maxChunkFrames} samples; one has ${length / 2}.`,
    );
  }
}

function toFailure(error: unknown): [ReturnType<typeof toCloseReason>, AppError] {
  const known =
    error instanceof AppError
      ? error
      : new AppError('internal_error', 'Something went wrong inside Guise.', { cause: error });
  return [toCloseReason(known), known];
}
