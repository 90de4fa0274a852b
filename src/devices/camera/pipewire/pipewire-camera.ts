/**
 * A camera of PipeWire: a node `Video/Source` of our own, without root and without a kernel module. libpipewire is
 * called directly; its thread calls back on Node's, and everything here runs there.
 */
import { AppError } from '../../../base/errors.ts';
import type { CameraFormat } from '../../../contract/devices.ts';
import type { CameraSink } from '../camera-sink.ts';
import {
  buffersParam,
  FORMAT_PARAM,
  formatParam,
  headerParam,
  MAX_BUFFERS,
} from './camera-params.ts';
import { LibPipeWire, type PipeWirePointer, pipeWireStates } from './libpipewire.ts';

/** Name of the camera for programs. */
export interface PipeWireCameraName {
  /** Unique and stable, such as `guise-camera`. */
  readonly node: string;
  /** Display name. */
  readonly description: string;
}

/** The longest that a server may take to answer. */
const OPEN_MS = 5000;
/** The most frames in a row that are left out for one that waits. */
const MAX_WAITED = 3;

/**
 * Opens the camera; resolves as soon as other programs see it. One for a process. Throws `capability_unavailable` without
 * libpipewire or without a running server.
 */
export async function openPipeWireCamera(
  format: CameraFormat,
  name: PipeWireCameraName,
): Promise<CameraSink> {
  const camera = new PipeWireCamera(new LibPipeWire(), format, name);
  // Callbacks of another thread do not keep Node alive; the timer does.
  const late = setTimeout(() => camera.giveUp(), OPEN_MS);
  try {
    await camera.opened;
    return camera;
  } finally {
    clearTimeout(late);
  }
}

class PipeWireCamera implements CameraSink {
  readonly #lib: LibPipeWire;
  readonly #format: CameraFormat;
  readonly #opened = Promise.withResolvers<void>();
  readonly #stream: PipeWirePointer;
  readonly #trigger: () => void;
  #state = pipeWireStates.unconnected;
  #written = 0;
  #waited = 0;
  /** Before the first trigger, libpipewire itself starts a cycle where a buffer is queued: in the thread that queues it. */
  #isTriggered = false;

  constructor(lib: LibPipeWire, format: CameraFormat, name: PipeWireCameraName) {
    this.#lib = lib;
    this.#format = format;
    const loop = lib.newThreadLoop('guise-camera', null);
    const callbacks = lib.registerCallbacks({
      stateChanged: (state, error) => this.#enter(state, error),
      paramChanged: (param, value) => this.#negotiate(param, value),
    });
    const properties = lib.newProperties(
      'media.type=Video media.category=Capture media.role=Camera media.class=Video/Source ' +
        `node.name="${name.node}" node.description="${name.description}"`,
    );
    const inner: PipeWirePointer = lib.loopOf(loop);
    const stream = lib.newStream(inner, name.description, properties, callbacks, null);
    this.#stream = stream;
    this.#trigger = lib.prepareTrigger(inner, stream);
    if (stream === null || lib.connectOutput(stream, [formatParam(format)]) < 0) {
      this.#opened.reject(createNoServerError());
      return;
    }
    lib.startThreadLoop(loop);
  }

  /** Settles once the server has taken the camera, or has not. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** The server did not answer. */
  giveUp(): void {
    this.#opened.reject(createNoServerError());
  }

  get written(): number {
    return this.#written;
  }

  get isRead(): boolean {
    return this.#state === pipeWireStates.streaming;
  }

  write(frame: Uint8Array): void {
    if (this.isRead && !this.#isTriggered) {
      this.#isTriggered = true;
      this.#trigger();
      return;
    }
    if (this.isRead && this.#waited < MAX_WAITED && this.#lib.isWaiting(this.#stream)) {
      // A cycle sends one buffer, and none while a reader comes or goes: where frames pile up, no buffer is left.
      this.#waited += 1;
      this.#trigger();
      return;
    }
    this.#waited = 0;
    const buffer = this.isRead ? this.#findFree() : null;
    if (buffer === null) {
      return; // There is no reader, or readers hold all buffers.
    }
    const facts = { stride: this.#format.width, sequence: this.#written };
    if (this.#lib.fillBuffer(buffer, frame, facts)) {
      this.#written += 1;
    }
    this.#lib.queueBuffer(this.#stream, buffer);
    this.#trigger();
  }

  /** The server forgets the node with the process that made it: its thread waits for Node's in callbacks. */
  async close(): Promise<void> {
    this.#state = pipeWireStates.unconnected;
    this.#lib.disconnect(this.#stream);
  }

  /** A buffer that a reader still uses is moved to the end of the queue. */
  #findFree(): PipeWirePointer {
    for (let tries = 0; tries < MAX_BUFFERS; tries += 1) {
      const buffer = this.#lib.dequeueBuffer(this.#stream);
      if (buffer !== null) {
        return buffer;
      }
    }
    return null;
  }

  #enter(state: number, error: string | null): void {
    this.#state = state;
    if (state === pipeWireStates.error || state === pipeWireStates.unconnected) {
      this.#opened.reject(createNoServerError(error));
    } else if (state === pipeWireStates.paused) {
      this.#lib.takeBuffersBack();
      this.#opened.resolve();
    }
  }

  #negotiate(param: number, value: PipeWirePointer): void {
    if (param === FORMAT_PARAM && value !== null) {
      this.#lib.updateParams(this.#stream, [buffersParam(this.#format), headerParam()]);
    }
  }
}

function createNoServerError(reason: string | null = null): AppError {
  return new AppError(
    'capability_unavailable',
    `PipeWire does not answer${reason === null ? '' : ` (${reason})`}; programs see no camera of its kind.`,
    { details: { service: 'pipewire' } },
  );
}
