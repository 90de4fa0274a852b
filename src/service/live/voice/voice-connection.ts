/**
 * One connection of a voice changer.
 *
 *   waiting ── reference ──▶ studying ── JSON reply ──▶ ready ── first audio: money is held ──▶ streaming
 *      └──────── bad message, idle, no balance, time used up: error message and close code ───────┘
 */
import { AppError, type ErrorCode } from '../../../base/errors.ts';
import {
  readVoiceClientMessage,
  type VoiceReady,
  voiceAudio,
  voiceClientMessageSchema,
} from '../../../contract/api/sockets.ts';
import { decodeVoiceReference } from '../../../contract/api/voice-frames.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import type { VoiceStream, VoiceStreamOptions } from './changer-thread.ts';
import { Flow } from './flow.ts';
import { isPackTarget, type StreamTarget } from './stream-target.ts';
import { idle, MAX_CHUNK_BYTES } from './voice-limits.ts';

/** What a connection needs of its session. */
export interface VoiceConnectionOptions {
  readonly socket: LiveSocket;
  /** Target of a reference, or of the session's voice for null. Memory of the WAV is gone afterwards. */
  readonly findTarget: (wav: Uint8Array<ArrayBuffer> | null) => Promise<StreamTarget>;
  readonly openStream: (options: VoiceStreamOptions<StreamTarget>) => Promise<VoiceStream>;
  /** Sets the money aside before the first audio is changed. Throws `insufficient_credits` and the like. */
  readonly begin: () => Promise<void>;
  /** Takes samples from what is funded; gives how many are. */
  readonly take: (samples: number) => number;
  /** The funded length is used up, and everything of it was sent. */
  readonly onUsedUp: () => void;
  /** Once. `mayReturn`: it broke off by itself, so the client may come back. */
  readonly onClosed: (end: { readonly mayReturn: boolean }) => void;
}

const allSettings = Object.keys(voiceClientMessageSchema.shape).filter((name) => name !== 'type');
/** What voices of models do. */
const packSettings = ['bypass'];

/** A connection whose client has not said anything yet. */
export class VoiceConnection {
  readonly #options: VoiceConnectionOptions;
  readonly #flow: Flow;
  #phase: 'waiting' | 'studying' | 'ready' | 'streaming' | 'over' = 'waiting';
  #stream: VoiceStream | null = null;
  #early: Buffer[] = [];
  #isUsedUp = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: VoiceConnectionOptions) {
    this.#options = options;
    const { socket } = options;
    this.#flow = new Flow(socket);
    this.#expect(idle.referenceMs);
    socket.listen({
      onText: (text) => {
        this.#hear(() => this.#takeText(text));
      },
      onBinary: (bytes) => {
        this.#hear(() => this.#takeBinary(bytes));
      },
      onClosed: ({ isFarewell }) => {
        const mayReturn = this.#phase !== 'over' && !isFarewell;
        this.#end();
        options.onClosed({ mayReturn });
      },
    });
  }

  /** Ends it for a reason that lies in the session. */
  fail(reason: Parameters<LiveSocket['fail']>[0], error: AppError): void {
    this.#end();
    this.#options.socket.fail(reason, error);
  }

  /** Ends it in order. */
  close(): void {
    this.#end();
    this.#options.socket.close();
  }

  #hear(take: () => void): void {
    if (this.#phase === 'over') {
      return;
    }
    try {
      take();
    } catch (error) {
      this.fail(...toFailure(error));
    }
  }

  #takeText(text: string): void {
    if (this.#stream === null) {
      throw new AppError(
        'invalid_input',
        'The first message must be the reference, in one binary message.',
      );
    }
    const { strength, bypass, ...front } = readVoiceClientMessage(text);
    const { noise_suppression: noiseSuppression, voice_gate: voiceGate } = front;
    this.#stream.set({ strength, bypass, noiseSuppression, voiceGate });
  }

  #takeBinary(bytes: Buffer): void {
    if (this.#phase === 'waiting') {
      const wav = decodeVoiceReference(bytes);
      this.#phase = 'studying';
      // The client has nothing to say now; a voice of a model may take a while to be loaded.
      this.#expect(idle.audioMs);
      this.#run(this.#study(wav));
      return;
    }
    requireAudio(bytes);
    this.#expect(idle.audioMs);
    if (this.#phase === 'streaming') {
      this.#change(bytes);
    } else {
      // Read before reading was held back; at most what one read of the socket gives.
      this.#early.push(bytes);
      if (this.#phase === 'ready') {
        this.#start();
      }
    }
  }

  async #study(wav: Uint8Array | null): Promise<void> {
    const { findTarget, openStream, socket } = this.#options;
    const copy = wav === null ? null : new Uint8Array(wav);
    const target = await findTarget(copy);
    const settings = isPackTarget(target) ? packSettings : allSettings;
    const sayReady = (latencyMs: number): void => {
      const reply: VoiceReady = {
        sample_rate: voiceAudio.sampleRate,
        chunk_frames: voiceAudio.chunkFrames,
        latency_ms: Math.round(latencyMs * 10) / 10,
        settings,
      };
      socket.sendJson(reply);
    };
    const stream = await openStream({
      target,
      settings: {},
      onAudio: (samples) => {
        this.#send(samples);
      },
      onLatency: sayReady,
      onFailure: (error) => {
        this.fail('internal', error);
      },
    });
    if (this.#phase === 'over') {
      stream.close();
      return;
    }
    this.#stream = stream;
    this.#phase = 'ready';
    this.#expect(idle.audioMs);
    sayReady(stream.latencyMs);
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
    const asked = bytes.length / 2;
    const funded = this.#isUsedUp ? 0 : this.#options.take(asked);
    this.#isUsedUp ||= funded < asked;
    if (funded > 0 || asked === 0) {
      // Messages lie at any place of a larger memory, and samples need an even one of their own.
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

  /** Reads nothing meanwhile; what fails ends the connection. */
  #run(work: Promise<void>): void {
    this.#flow.hold(work).catch((error: unknown) => {
      this.fail(...toFailure(error));
    });
  }

  #expect(withinMs: number): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const what = `Nothing came for ${withinMs / 1000} s.`;
      this.fail('idle', new AppError('invalid_input', what));
    }, withinMs);
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
  if (length % 2 !== 0) {
    throw new AppError(
      'invalid_input',
      `Audio is whole samples of two bytes; a message has ${length} bytes.`,
    );
  }
  if (length > MAX_CHUNK_BYTES) {
    throw new AppError(
      'invalid_input',
      `A chunk may be one second long, ${voiceAudio.maxChunkFrames} samples; one has ${length / 2}.`,
    );
  }
}

const badMessages: ReadonlySet<ErrorCode> = new Set([
  'invalid_input',
  'unsupported_format',
  'input_too_large',
]);

function toFailure(error: unknown): Parameters<VoiceConnection['fail']> {
  if (!(error instanceof AppError)) {
    return ['internal', new AppError('internal_error', 'Something went wrong inside Guise.')];
  }
  if (badMessages.has(error.code)) {
    return ['bad_message', error];
  }
  return [error.code === 'insufficient_credits' ? 'balance' : 'internal', error];
}
