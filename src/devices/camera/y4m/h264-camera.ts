import { LiveEncoder } from '../../../engine/io/video/live-encoder.ts';
import type { CameraFormat } from '../../../contract/devices.ts';
import { openStreamServer, type StreamServer } from './stream-server.ts';
import type { StreamedCamera, StreamedCameraOptions } from './y4m-camera.ts';

/**
 * Terminates the previous frame: after the delimiter and filler a parser knows that it is complete and does not
 * wait for the next frame. An access unit delimiter, a filler unit, and the first start code of the following
 * unit.
 */
const TRAILER = Buffer.from([0, 0, 0, 1, 9, 0xf0, 0, 0, 0, 1, 12, 0xff, 0x80, 0, 0, 0, 1]);

/**
 * Serves frames as H.264 over TCP on loopback, for an OBS whose FFmpeg cannot read yuv4mpeg: adds some 100 ms
 * of delay there, and costs some 5 ms of CPU time a frame. Nothing is encoded without readers; a frame that
 * arrives during an encoding is dropped.
 */
export async function openH264Camera(
  format: CameraFormat,
  options: StreamedCameraOptions = {},
): Promise<StreamedCamera> {
  const encoder = await LiveEncoder.open(format, format.rate);
  try {
    return new H264Camera(encoder, await openStreamServer({ ...options, greeting: EMPTY }));
  } catch (error) {
    encoder.free();
    throw error;
  }
}

const EMPTY = new Uint8Array(0);

class H264Camera implements StreamedCamera {
  readonly #encoder: LiveEncoder;
  readonly #server: StreamServer;
  #encoding: Promise<void> | null = null;
  #written = 0;

  constructor(encoder: LiveEncoder, server: StreamServer) {
    this.#encoder = encoder;
    this.#server = server;
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
    if (this.#encoding === null && this.#server.wants(true)) {
      this.#encoding = this.#encode(frame).finally(() => {
        this.#encoding = null;
      });
    }
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.#encoding;
    this.#encoder.free();
  }

  async #encode(frame: Uint8Array): Promise<void> {
    // Readers that just connected or missed a frame wait for a key frame.
    const isEntry = this.#server.lacksEntry;
    const coded = await this.#encoder.encode(frame, isEntry);
    const bytes = Buffer.concat([coded, TRAILER]);
    this.#written += this.#server.send({ bytes, isEntry });
  }
}
