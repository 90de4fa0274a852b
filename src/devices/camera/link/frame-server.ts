import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import {
  type FrameLinkAddress,
  HEADER_BYTES,
  i420Bytes,
  type LinkedFrame,
  readFrameHeader,
  TOKEN_BYTES,
} from '../../../contract/frame-link.ts';
import { invariant } from '../../../base/errors.ts';

/** What comes of the link. */
export interface FrameListener {
  /** A frame is here whole; `planes` are I420 without padding and another frame's after this returns. */
  onFrame(frame: LinkedFrame, planes: Uint8Array): void;
  /** Nobody sends frames any more. */
  onLost(): void;
}

/** Who has not said the token by then is sent away, in milliseconds. */
const TOKEN_MS = 2000;
/** Connections that have not said the token yet. */
const MAX_STRANGERS = 8;

/**
 * Takes frames of live workers at a port of 127.0.0.1 that the system chooses; see `contract/frame-link.ts`. The worker
 * that connected last counts: it takes the place of one that was lost.
 */
export class FrameServer {
  readonly #listener: FrameListener;
  readonly #token = randomBytes(TOKEN_BYTES);
  readonly #server: Server;
  readonly #strangers = new Set<Socket>();
  #sender: Socket | null = null;

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

  /** Where senders connect, and with what. */
  get address(): FrameLinkAddress {
    const address = this.#server.address();
    invariant(typeof address === 'object' && address !== null, 'the server listens');
    return { port: address.port, token: this.#token.toString('hex') };
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
    socket.on('error', () => undefined); // It is heard of as closed.
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
    const frames = new FrameReader((frame, planes) => {
      if (this.#sender === socket) {
        this.#listener.onFrame(frame, planes);
      }
    });
    const read = (chunk: Uint8Array): void => {
      try {
        frames.read(chunk);
      } catch {
        socket.destroy(); // What is no frame ends the connection; the worker opens another.
      }
    };
    socket.on('data', read);
    socket.once('close', () => {
      if (this.#sender === socket) {
        this.#sender = null;
        this.#listener.onLost();
      }
    });
    read(rest);
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

  /** Begins anew with another number of bytes; memory is kept where it is enough. */
  begin(length: number): void {
    this.#length = length;
    this.#filled = 0;
    if (this.bytes.byteLength < length) {
      this.bytes = new Uint8Array(length);
    }
  }

  /** Takes what is missing from `offset` on; returns where it stopped. */
  read(chunk: Uint8Array, offset: number): number {
    const count = Math.min(this.#length - this.#filled, chunk.byteLength - offset);
    this.bytes.set(chunk.subarray(offset, offset + count), this.#filled);
    this.#filled += count;
    return offset + count;
  }
}

/** Finds frames in what a sender sends. Throws `bad_reply` at a header that is none. */
class FrameReader {
  readonly #onFrame: (frame: LinkedFrame, planes: Uint8Array) => void;
  readonly #header = new BlockReader(HEADER_BYTES);
  readonly #planes = new BlockReader(0);
  #frame: LinkedFrame | null = null;

  constructor(onFrame: (frame: LinkedFrame, planes: Uint8Array) => void) {
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
          this.#planes.begin(i420Bytes(this.#frame));
        }
      } else {
        offset = this.#planes.read(chunk, offset);
        if (this.#planes.isFull) {
          const frame = this.#frame;
          this.#frame = null;
          this.#onFrame(frame, this.#planes.bytes.subarray(0, i420Bytes(frame)));
        }
      }
    }
  }
}
