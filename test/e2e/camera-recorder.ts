import { setTimeout as pause } from 'node:timers/promises';
import { type FrameSize, isPatchShown, sumOf } from '../devices/frame-judge.ts';
import { openFrameReader, type SeenFrames } from '../devices/frame-reader.ts';
import type { PipeWireServer } from '../support/pipewire-server.ts';

/** A frame as another program read it. */
export interface RecordedFrame {
  /** Time at which the frame was read, on this process's clock. */
  readonly atMs: number;
  /** True when the frame shows the camera unchanged, known by its magenta patch. */
  readonly isRaw: boolean;
  /** True when the frame is a card: that of the device, or that of the engine, which has the camera's shape. */
  readonly isCard: boolean;
  /** Sum of a few of its samples, which differs between any two frames. */
  readonly sum: number;
}

const RETRY_MS = 100;

interface RecordedCamera extends FrameSize {
  readonly node: string;
}

/** Records a PipeWire camera while it exists, and again after each return. */
export class CameraRecorder {
  readonly frames: RecordedFrame[] = [];
  /** Number of readers that were started. */
  readers = 0;
  readonly #server: PipeWireServer;
  readonly #camera: RecordedCamera;
  #reader: SeenFrames<unknown> | null = null;
  /** After so long without a frame another reader is started; some need long to begin. */
  readonly #silenceMs: number;
  #isOver = false;
  readonly #running: Promise<void>;

  constructor(server: PipeWireServer, camera: RecordedCamera, silenceMs = SILENCE_MS) {
    this.#silenceMs = silenceMs;
    this.#server = server;
    this.#camera = camera;
    this.#running = this.#run();
  }

  /** Returns whether the system lists the camera for programs. */
  async isOffered(): Promise<boolean> {
    const nodes = await this.#server.ask('pw-cli', 'ls', 'Node');
    return nodes.includes(`"${this.#camera.node}"`);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#reader?.end();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      if (await this.isOffered()) {
        this.readers += 1;
        const reader = openFrameReader(this.#server, this.#camera, (frame) => this.#note(frame));
        this.#reader = reader;
        const watching = this.#endWithCamera(reader);
        await reader.ended;
        await watching;
      }
      await pause(RETRY_MS);
    }
  }

  /** GStreamer keeps running after the camera disappears, and does not find the next one. */
  async #endWithCamera(reader: SeenFrames<unknown>): Promise<void> {
    const over = reader.ended.then(() => true);
    let count = -1;
    while (!(await Promise.race([over, pause(this.#silenceMs, false)]))) {
      if (this.frames.length === count) {
        reader.end();
      }
      count = this.frames.length;
    }
  }

  #note(frame: Uint8Array): void {
    this.frames.push({
      atMs: performance.now(),
      isRaw: isPatchShown(frame, this.#camera),
      isCard: isCard(frame, this.#camera),
      sum: sumOf(frame, this.#camera),
    });
  }
}

/** An available camera delivers 30 frames per second. */
const SILENCE_MS = 700;

/** The card has two white bars on dark ground below a mask, in the middle of whatever shape. */
function isCard(frame: Uint8Array, { width, height }: FrameSize): boolean {
  const lumaAt = (x: number, y: number): number =>
    frame[Math.round(y * height) * width + Math.round(width / 2 + x * height)] ?? 0;
  const isMask = lumaAt(0, 0.38) > 110 && lumaAt(0, 0.56) < 80;
  return isMask && lumaAt(-0.023, 0.66) > 180 && lumaAt(0.018, 0.66) > 180 && lumaAt(0, 0.66) < 90;
}
