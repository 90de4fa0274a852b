import { SerialQueue } from '../../../base/serial-queue.ts';
import { lumaThumbnailOfI420, type LumaThumbnail } from '../../thumbnail/luma-thumbnail.ts';
import type { CameraFormat, StreamCoding } from '../../../contract/devices.ts';
import type { CameraSink } from '../camera-sink.ts';
import { openH264Camera } from './h264-camera.ts';
import { openY4mCamera, type StreamedCamera } from './y4m-camera.ts';

/** A streamed camera that listens only while it is open; frames go nowhere before. */
export class StreamOutlet implements CameraSink {
  readonly #format: CameraFormat;
  /** Serialises opening and closing. */
  readonly #queue = new SerialQueue();
  #camera: StreamedCamera | null = null;
  #coding: StreamCoding = 'y4m';
  /** Callers that wait for the luma of the next frame. */
  #waiting: ((grid: LumaThumbnail | null) => void)[] = [];

  constructor(format: CameraFormat) {
    this.#format = format;
  }

  /** Listens, preferably on `port`, and returns the used port; an outlet that already listens stays unchanged. */
  open(coding: StreamCoding, port: number | null): Promise<number> {
    return this.#queue.run(() => this.#open(coding, port));
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#close());
  }

  async #open(coding: StreamCoding, port: number | null): Promise<number> {
    if (this.#camera === null || this.#coding !== coding) {
      await this.#close();
      const openCamera = coding === 'y4m' ? openY4mCamera : openH264Camera;
      this.#camera = await openCamera(this.#format, { port: port ?? undefined });
      this.#coding = coding;
    }
    return this.#camera.port;
  }

  get written(): number {
    return this.#camera?.written ?? 0;
  }

  get isRead(): boolean {
    return this.readerCount > 0;
  }

  /** Programs that read it. */
  get readerCount(): number {
    return this.#camera?.readerCount ?? 0;
  }

  write(frame: Uint8Array): void {
    this.#camera?.write(frame);
    if (this.#waiting.length > 0) {
      const { width, height } = this.#format;
      this.#answer(lumaThumbnailOfI420(frame, width, height));
    }
  }

  /** Luma cells of the next frame; null when it is closed before. */
  nextFields(): Promise<LumaThumbnail | null> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #close(): Promise<void> {
    const camera = this.#camera;
    this.#camera = null;
    this.#answer(null);
    await camera?.close();
  }

  #answer(grid: LumaThumbnail | null): void {
    for (const resolve of this.#waiting.splice(0)) {
      resolve(grid);
    }
  }
}
