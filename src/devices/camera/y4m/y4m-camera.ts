import { i420Bytes } from '../../../contract/frame-link.ts';
import type { CameraFormat } from '../../../contract/devices.ts';
import type { CameraSink } from '../camera-sink.ts';
import { MAX_READERS, openStreamServer, type StreamServer } from './stream-server.ts';

/** Camera that OBS and other programs with FFmpeg read from `tcp://127.0.0.1:PORT`. */
export interface StreamedCamera extends CameraSink {
  readonly port: number;
  /** Number of connected programs. */
  readonly readerCount: number;
}

/** Which port is preferred, and the clock of tests. */
export interface StreamedCameraOptions {
  readonly port?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/**
 * OBS shows a frame when its time has come, about two frame times late, and a late one at once. With a rate in the
 * header well above that of the frames each is late: 45 ms from drawing to OBS's output instead of 110.
 */
const DECLARED_RATE = 120;

const frameMark = Buffer.from('FRAME\n');

/**
 * Serves frames as yuv4mpeg over TCP on loopback. Readers get complete frames in order, except those they were
 * too slow for. Nothing is copied without readers.
 */
export async function openY4mCamera(
  format: CameraFormat,
  options: StreamedCameraOptions = {},
): Promise<StreamedCamera> {
  const greeting = Buffer.from(toHeader(format));
  return new Y4mCamera(format, await openStreamServer({ ...options, greeting }));
}

class Y4mCamera implements StreamedCamera {
  readonly #server: StreamServer;
  readonly #frameBytes: number;
  /** Buffers that no socket reads from; at most one for each reader is in flight. */
  readonly #free: Buffer[] = [];
  #written = 0;

  constructor(format: CameraFormat, server: StreamServer) {
    this.#server = server;
    this.#frameBytes = i420Bytes(format);
  }

  get port(): number {
    return this.#server.port;
  }

  get readerCount(): number {
    return this.#server.readerCount;
  }

  get isRead(): boolean {
    return this.readerCount > 0;
  }

  get written(): number {
    return this.#written;
  }

  write(frame: Uint8Array): void {
    if (!this.#server.wants(true)) {
      return;
    }
    const buffer = this.#free.pop() ?? this.#newBuffer();
    buffer.set(frame, frameMark.length);
    this.#written += this.#server.send({ bytes: buffer, isEntry: true }, () => {
      if (this.#free.length < MAX_READERS) {
        this.#free.push(buffer);
      }
    });
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #newBuffer(): Buffer {
    const buffer = Buffer.alloc(frameMark.length + this.#frameBytes);
    frameMark.copy(buffer);
    return buffer;
  }
}

/** The head of the stream: size, declared rate, progressive, square pixels, I420 of limited range. */
function toHeader({ width, height }: CameraFormat): string {
  return `YUV4MPEG2 W${width} H${height} F${DECLARED_RATE}:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n`;
}
