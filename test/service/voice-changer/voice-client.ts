import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { VoiceReady } from '../../../src/contract/api/sockets.ts';
import { encodeVoiceReference } from '../../../src/contract/api/voice-frames.ts';

/** End of a connection. */
export interface VoiceEnd {
  readonly code: number;
  /** The error message before the end; null when there was none. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** A client of the voice changer according to the specification, which can also violate it in every way. */
export class VoiceClient {
  readonly socket: WebSocket;
  /** Received messages, in order. */
  readonly chunks: Int16Array[] = [];
  /** Every text message, in order. */
  readonly texts: object[] = [];
  readonly ended: Promise<VoiceEnd>;
  #received = 0;
  #error: VoiceEnd['error'] = null;
  readonly #ready = Promise.withResolvers<VoiceReady>();
  #wanted: { readonly samples: number; readonly got: () => void } | null = null;

  constructor(streamUrl: string, token: string) {
    this.socket = new WebSocket(`${streamUrl}?session_token=${token}`);
    this.#ready.promise.catch(() => undefined);
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.chunks.push(new Int16Array(Uint8Array.from(data).buffer));
        this.#received += data.length / 2;
        this.#look();
      } else {
        const message = JSON.parse(data.toString()) as VoiceReady & {
          error?: VoiceEnd['error'];
          reason?: string;
        };
        this.texts.push(message);
        if (message.reason !== undefined) {
          return;
        }
        if (message.error === undefined) {
          this.#ready.resolve(message);
        } else {
          this.#error = message.error;
        }
      }
    });
    this.ended = new Promise((resolve) => {
      this.socket.on('close', (code) => {
        this.#ready.reject(new Error(`closed with ${code}: ${this.#error?.message ?? ''}`));
        resolve({ code, error: this.#error });
      });
    });
    this.socket.on('error', () => undefined);
  }

  /** The JSON reply. */
  get ready(): Promise<VoiceReady> {
    return this.#ready.promise;
  }

  get received(): number {
    return this.#received;
  }

  /** All received samples, concatenated. */
  get output(): Int16Array {
    const all = new Int16Array(this.#received);
    let at = 0;
    for (const chunk of this.chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  async open(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }

  /** Sends the reference and waits for the reply. */
  async greet(wav: Uint8Array | null): Promise<VoiceReady> {
    this.socket.send(encodeVoiceReference(wav));
    return this.#ready.promise;
  }

  /** Sends samples in chunks of a size, as fast as the socket accepts them. */
  send(samples: Int16Array, chunkFrames = 2400): void {
    for (let at = 0; at < samples.length; at += chunkFrames) {
      const chunk = samples.subarray(at, at + chunkFrames);
      this.socket.send(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
  }

  /** Waits until this many samples were received in total; rejects when the connection ends before. */
  async receive(samples: number): Promise<void> {
    const got = Promise.withResolvers<void>();
    this.#wanted = { samples, got: got.resolve };
    this.#look();
    await Promise.race([
      got.promise,
      this.ended.then(({ code, error }) => {
        throw new Error(`closed with ${code} after ${this.#received}: ${error?.message ?? ''}`);
      }),
    ]);
  }

  async close(): Promise<VoiceEnd> {
    this.socket.close(1000);
    return this.ended;
  }

  #look(): void {
    if (this.#wanted !== null && this.#received >= this.#wanted.samples) {
      this.#wanted.got();
      this.#wanted = null;
    }
  }
}
