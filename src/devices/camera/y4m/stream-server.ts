/**
 * Serves one stream to programs of this computer over TCP on loopback. A reader gets the greeting, then chunks
 * from the next entry point on.
 *
 * A reader has one chunk in flight and skips those that come meanwhile, so that a slow one is at most one frame
 * late instead of falling ever further behind. The served protocols (yuv4mpeg, H.264) have no requests: a
 * reader that sends anything, such as a browser with an HTTP request, is disconnected before it gets any data.
 *
 * Any program of this user may connect: a socket on loopback has no owner, and FFmpeg's readers cannot send a
 * token.
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { AppError } from '../../../base/errors.ts';

/** Options of the stream. */
export interface StreamOptions {
  /** Sent to each reader before its first chunk. */
  readonly greeting: Uint8Array;
  /** The port that is preferred, such as the one before a restart; another is chosen where it is taken. */
  readonly port?: number | undefined;
  /** Milliseconds that only grow; a clock of the tests. */
  readonly now?: (() => number) | undefined;
}

/** A piece of the stream that is sent whole or not at all. */
export interface StreamChunk {
  readonly bytes: Uint8Array;
  /** True when a reader can begin at this chunk, or continue here after chunks that it missed. */
  readonly isEntry: boolean;
}

/** More programs than this do not read at once: OBS in two scenes, a recorder and a player. */
export const MAX_READERS = 4;

/** A reader that has not fetched a chunk for this long hangs; it may connect again. */
const STALL_MS = 5000;

interface Reader {
  readonly socket: Socket;
  /** Send time of the chunk in flight; null when there is none. */
  busySince: number | null;
  isGreeted: boolean;
  /** True when the reader can use the next chunk even if that is no entry point. */
  isInStep: boolean;
}

/** Opens the server on `127.0.0.1`. Throws `capability_unavailable` when the system lets it listen on no port. */
export async function openStreamServer(options: StreamOptions): Promise<StreamServer> {
  const { port = 0 } = options;
  const server = port === 0 ? await listen(0) : await listen(port).catch(async () => listen(0));
  return new StreamServer(server, options);
}

/** See the head of this file. */
export class StreamServer {
  readonly #server: Server;
  readonly #greeting: Uint8Array;
  readonly #now: () => number;
  readonly #readers = new Set<Reader>();
  readonly #port: number;

  constructor(server: Server, { greeting, now = () => performance.now() }: StreamOptions) {
    this.#server = server;
    this.#greeting = greeting;
    this.#now = now;
    const address = server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    server.on('connection', (socket) => this.#admit(socket));
  }

  get port(): number {
    return this.#port;
  }

  /** Number of connected programs. */
  get readerCount(): number {
    return this.#readers.size;
  }

  /** True when a ready reader waits for an entry point. */
  get lacksEntry(): boolean {
    return [...this.#readers].some((reader) => canTake(reader, true) && !reader.isInStep);
  }

  /** Returns whether a reader would receive a chunk of this kind now. */
  wants(isEntry: boolean): boolean {
    this.#endStalled();
    return [...this.#readers].some((reader) => canTake(reader, isEntry));
  }

  /**
   * Sends a chunk to the ready readers, and returns their number. Its bytes must not change until `onReleased`,
   * which is called once.
   */
  send({ bytes, isEntry }: StreamChunk, onReleased: () => void = () => {}): number {
    this.#endStalled();
    const ready = [...this.#readers].filter((reader) => {
      const canReceive = canTake(reader, isEntry);
      reader.isInStep = canReceive;
      return canReceive;
    });
    let pending = ready.length;
    for (const reader of ready) {
      this.#write(reader, bytes, () => {
        pending -= 1;
        if (pending === 0) {
          onReleased();
        }
      });
    }
    if (ready.length === 0) {
      onReleased();
    }
    return ready.length;
  }

  /** Ends all readers and frees the port. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const { socket } of this.#readers) {
      socket.destroy();
    }
    await closed;
  }

  #admit(socket: Socket): void {
    if (this.#readers.size >= MAX_READERS) {
      socket.destroy();
      return;
    }
    socket.setNoDelay(true);
    const reader: Reader = { socket, busySince: null, isGreeted: false, isInStep: false };
    this.#readers.add(reader);
    socket.on('data', () => socket.destroy());
    // An error of a reader affects only itself; 'close' follows.
    socket.on('error', () => {});
    socket.on('close', () => this.#readers.delete(reader));
  }

  #write(reader: Reader, bytes: Uint8Array, onSent: () => void): void {
    const { socket } = reader;
    reader.busySince = this.#now();
    socket.cork();
    if (!reader.isGreeted) {
      reader.isGreeted = true;
      socket.write(this.#greeting);
    }
    socket.write(bytes, () => {
      reader.busySince = null;
      onSent();
    });
    socket.uncork();
  }

  #endStalled(): void {
    const limit = this.#now() - STALL_MS;
    for (const { socket, busySince } of this.#readers) {
      if (busySince !== null && busySince < limit) {
        socket.destroy();
      }
    }
  }
}

function canTake({ socket, busySince, isInStep }: Reader, isEntry: boolean): boolean {
  return busySince === null && !socket.destroyed && (isEntry || isInStep);
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  } catch (cause) {
    throw new AppError(
      'capability_unavailable',
      `The system lets Guise listen on no port of 127.0.0.1 (asked for ${port}).`,
      { cause, details: { port } },
    );
  }
}
