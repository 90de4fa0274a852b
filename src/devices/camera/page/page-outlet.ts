import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { SerialQueue } from '../../../base/serial-queue.ts';
import { LiveEncoder } from '../../../engine/io/video/live-encoder.ts';
import type { CameraFormat } from '../../../contract/devices.ts';
import type { CameraSink } from '../camera-sink.ts';
import { outputPage } from './page-html.ts';

/** Maximum number of readers. */
const MAX_READERS = 4;
/** A reader with more than this under way is given no frame: it begins again at a key frame. */
const MAX_UNDER_WAY = 512 * 1024;
/** A reader that is behind for longer is disconnected, as a frozen page is; a page connects again. */
const MAX_BEHIND_MS = 5000;

interface Reader {
  readonly socket: WebSocket;
  /** True when the reader missed a frame or has had none yet. */
  needsKey: boolean;
  /** Since when too much is under way; null while it is not. */
  behindSinceMs: number | null;
}

/**
 * Serves the output as a page of 127.0.0.1 under a secret path. Frames are encoded only while the page is open;
 * one that arrives during the previous encoding is dropped.
 */
export class PageOutlet implements CameraSink {
  readonly #format: CameraFormat;
  readonly #readers = new Set<Reader>();
  /** Serialises opening and closing. */
  readonly #queue = new SerialQueue();
  #server: Server | null = null;
  #encoder: LiveEncoder | null = null;
  #isEncoding = false;
  #written = 0;

  constructor(format: CameraFormat) {
    this.#format = format;
  }

  get written(): number {
    return this.#written;
  }

  get isRead(): boolean {
    return this.readerCount > 0;
  }

  /** Number of open pages. */
  get readerCount(): number {
    return this.#readers.size;
  }

  /**
   * Listens at this port; the page is at `/PATH/`. Throws `at_capacity` with `details.port` when another program has the port.
   */
  open(port: number, path: string): Promise<void> {
    return this.#queue.run(() => this.#open(port, path));
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#close());
  }

  async #open(port: number, path: string): Promise<void> {
    await this.#close();
    const server = createServer((request, response) => {
      response.setHeader('cache-control', 'no-store');
      response.setHeader('referrer-policy', 'no-referrer');
      if (isOwnHost(request.headers.host, port) && request.url === `/${path}/`) {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(outputPage);
      } else {
        response.writeHead(404).end();
      }
    });
    const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 });
    server.on('upgrade', (request, socket, head) => {
      const isOurs = request.headers.origin === `http://127.0.0.1:${port}`;
      const canRead = isOurs && request.url === `/${path}/frames`;
      if (!canRead || this.#readers.size >= MAX_READERS) {
        socket.destroy();
        return;
      }
      sockets.handleUpgrade(request, socket, head, (opened) => this.#admit(opened));
    });
    server.listen({ host: '127.0.0.1', port });
    try {
      await once(server, 'listening');
    } catch (cause) {
      throw new AppError('at_capacity', `Another program uses port ${port} of this computer.`, {
        cause,
        details: faultDetails('port_taken', { port }),
      });
    }
    this.#server = server;
    this.#encoder = await LiveEncoder.open(this.#format, this.#format.rate);
  }

  write(frame: Uint8Array): void {
    const encoder = this.#encoder;
    if (encoder !== null && !this.#isEncoding && this.isRead) {
      void this.#send(encoder, frame);
    }
  }

  async #close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const { socket } of this.#readers) {
      socket.terminate();
    }
    this.#readers.clear();
    server?.closeAllConnections();
    server?.close();
    if (!this.#isEncoding) {
      this.#encoder?.free();
    }
    this.#encoder = null;
  }

  #admit(socket: WebSocket): void {
    const reader: Reader = { socket, needsKey: true, behindSinceMs: null };
    this.#readers.add(reader);
    socket.on('message', () => socket.terminate()); // It has nothing to say.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#readers.delete(reader));
  }

  async #send(encoder: LiveEncoder, frame: Uint8Array): Promise<void> {
    this.#isEncoding = true;
    // One that is behind gets no frame, so it needs no key frame yet: others would get nothing else.
    const isKey = [...this.#readers].some((reader) => reader.needsKey && !isBehind(reader));
    try {
      const encoded = await encoder.encode(frame, isKey);
      this.#written += 1;
      const message = Buffer.concat([Buffer.from([isKey ? 1 : 0]), encoded]);
      for (const reader of this.#readers) {
        pass(reader, message, isKey);
      }
    } finally {
      this.#isEncoding = false;
      if (this.#encoder !== encoder) {
        encoder.free(); // The outlet was closed meanwhile.
      }
    }
  }
}

function isBehind({ socket }: Reader): boolean {
  return socket.bufferedAmount > MAX_UNDER_WAY;
}

function pass(reader: Reader, message: Buffer, isKey: boolean): void {
  if (isBehind(reader)) {
    reader.needsKey = true;
    reader.behindSinceMs ??= performance.now();
    if (performance.now() - reader.behindSinceMs > MAX_BEHIND_MS) {
      reader.socket.terminate();
    }
    return;
  }
  reader.behindSinceMs = null;
  // Without a key frame, the reader connected or caught up while this frame was being encoded.
  if (isKey || !reader.needsKey) {
    reader.needsKey = false;
    reader.socket.send(message);
  }
}

/** Rejects pages that reached the server under another name (DNS rebinding). */
function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}`;
}
