import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import {
  type FrameCoding,
  type FrameHeader,
  type FrameLinkAddress,
  HEADER_BYTES,
  type LinkedFrame,
  monotonicMs,
  readFrameHeader,
  TOKEN_BYTES,
} from '../../../contract/frame-link.ts';
import { invariant } from '../../../base/errors.ts';
import { FrameDecoder } from './frame-decoder.ts';
import { SenderClock } from './sender-clock.ts';

/** Receives the frames of the link. */
export interface FrameListener {
  /** A frame is here whole; `planes` are I420 without padding and another frame's after this returns. */
  onFrame(frame: LinkedFrame, planes: Uint8Array): void;
  /** Called when no sender is connected any more, or the sender wants the card until its next frame. */
  onLost(): void;
}

/** Time limit for the token, in milliseconds; then the connection is closed. */
const TOKEN_MS = 2000;
/** Maximum connections that have not sent the token yet. */
const MAX_STRANGERS = 8;

/**
 * Receives frames on a port of 127.0.0.1 that the system chooses: planes from live workers, encoded frames from
 * the page; see `contract/frame-link.ts`. The latest sender counts: it replaces one that was lost.
 */
export class FrameServer {
  readonly #listener: FrameListener;
  readonly #token = randomBytes(TOKEN_BYTES);
  readonly #server: Server;
  readonly #strangers = new Set<Socket>();
  #sender: Socket | null = null;
  #coding: FrameCoding | null = null;

  private constructor(listener: FrameListener) {
    this.#listener = listener;
    this.#server = createServer((socket) => this.#greet(socket));
  }

  /** Resolves when it listens. */
  static async open(listener: FrameListener): Promise<FrameServer> {
    const server = new FrameServer(listener);
    server.#server.listen({ host: '127.0.0.1', port: 0 });
    await once(server.#server, 'listening');
    return server;
  }

  /** Address and token for senders. */
  get address(): FrameLinkAddress {
    const address = this.#server.address();
    invariant(typeof address === 'object' && address !== null, 'the server listens');
    return { port: address.port, token: this.#token.toString('hex') };
  }

  /** Encoding of the sender's frames; null without a sender, and before its first frame. */
  get coding(): FrameCoding | null {
    return this.#coding;
  }

  /** Sends everybody away. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#sender?.destroy();
    for (const stranger of this.#strangers) {
      stranger.destroy();
    }
    await closed;
  }

  #greet(socket: Socket): void {
    socket.on('error', () => undefined); // The `close` event reports the error.
    if (this.#strangers.size >= MAX_STRANGERS) {
      socket.destroy();
      return;
    }
    this.#strangers.add(socket);
    socket.setNoDelay(true);
    const late = setTimeout(() => socket.destroy(), TOKEN_MS);
    const reader = new BlockReader(TOKEN_BYTES);
    const listen = (chunk: Buffer): void => {
      const used = reader.read(chunk, 0);
      if (reader.isFull) {
        clearTimeout(late);
        this.#strangers.delete(socket);
        socket.off('data', listen);
        if (timingSafeEqual(reader.bytes, this.#token)) {
          this.#admit(socket, chunk.subarray(used));
        } else {
          socket.destroy();
        }
      }
    };
    socket.on('data', listen);
    socket.once('close', () => {
      clearTimeout(late);
      this.#strangers.delete(socket);
    });
  }

  #admit(socket: Socket, rest: Uint8Array): void {
    this.#sender?.destroy();
    this.#sender = socket;
    this.#coding = null;
    const decoder = new FrameDecoder();
    const clock = new SenderClock();
    const frames = new FrameReader((header, payload) => {
      if (this.#sender === socket) {
        this.#receive(header, payload, { decoder, clock });
      }
    });
    const read = (chunk: Uint8Array): void => {
      try {
        frames.read(chunk);
      } catch {
        socket.destroy(); // Invalid data ends the connection; the sender opens another.
      }
    };
    socket.on('data', read);
    socket.once('close', () => {
      decoder.close();
      if (this.#sender === socket) {
        this.#sender = null;
        this.#coding = null;
        this.#listener.onLost();
      }
    });
    read(rest);
  }

  #receive(
    { coding, sentAtMs, ...frame }: FrameHeader,
    payload: Uint8Array,
    { decoder, clock }: { readonly decoder: FrameDecoder; readonly clock: SenderClock },
  ): void {
    this.#coding = coding;
    const { kind, width, height } = frame;
    if (coding === 'i420') {
      this.#listener.onFrame({ kind, width, height, capturedAtMs: frame.capturedAtMs }, payload);
      return;
    }
    const offsetMs = clock.toOffset(sentAtMs, monotonicMs(process.hrtime.bigint()));
    if (payload.byteLength === 0) {
      this.#listener.onLost();
      return;
    }
    const planes = decoder.decode(coding, payload, { width, height });
    if (planes !== null) {
      const capturedAtMs = frame.capturedAtMs + offsetMs;
      this.#listener.onFrame({ kind, width, height, capturedAtMs }, planes);
    }
  }
}

/** Collects a number of bytes from chunks. */
class BlockReader {
  bytes: Uint8Array;
  #length: number;
  #filled = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#length = length;
  }

  get isFull(): boolean {
    return this.#filled === this.#length;
  }

  /** Starts over with another length; the memory is reused when it is large enough. */
  begin(length: number): void {
    this.#length = length;
    this.#filled = 0;
    if (this.bytes.byteLength < length) {
      this.bytes = new Uint8Array(length);
    }
  }

  /** Consumes missing bytes from `offset` on; returns the position where it stopped. */
  read(chunk: Uint8Array, offset: number): number {
    const count = Math.min(this.#length - this.#filled, chunk.byteLength - offset);
    this.bytes.set(chunk.subarray(offset, offset + count), this.#filled);
    this.#filled += count;
    return offset + count;
  }
}

/** Parses frames from a sender's byte stream. Throws `bad_reply` for an invalid header. */
class FrameReader {
  readonly #onFrame: (header: FrameHeader, payload: Uint8Array) => void;
  readonly #header = new BlockReader(HEADER_BYTES);
  readonly #payload = new BlockReader(0);
  #frame: FrameHeader | null = null;

  constructor(onFrame: (header: FrameHeader, payload: Uint8Array) => void) {
    this.#onFrame = onFrame;
  }

  read(chunk: Uint8Array): void {
    let offset = 0;
    while (offset < chunk.byteLength) {
      if (this.#frame === null) {
        offset = this.#header.read(chunk, offset);
        if (this.#header.isFull) {
          this.#frame = readFrameHeader(this.#header.bytes);
          this.#header.begin(HEADER_BYTES);
          this.#payload.begin(this.#frame.bytes);
        }
      } else {
        offset = this.#payload.read(chunk, offset);
      }
      if (this.#frame !== null && this.#payload.isFull) {
        const frame = this.#frame;
        this.#frame = null;
        this.#onFrame(frame, this.#payload.bytes.subarray(0, frame.bytes));
      }
    }
  }
}
