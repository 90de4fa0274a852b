import type { CameraFormat } from '../../../contract/devices.ts';
import {
  buffersParam,
  FORMAT_PARAM,
  formatParam,
  headerParam,
  MAX_BUFFERS,
} from './camera-params.ts';
import { type LibPipeWire, type PipeWirePointer, pipeWireStates } from './libpipewire.ts';

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

/** One stay at a server of PipeWire: the node that programs see there, from its opening to the end of the server. */
export class PipeWireNode {
  /** Resolves when the server is gone, or did not take the node. */
  readonly ended: Promise<void>;
  readonly #lib: LibPipeWire;
  readonly #format: CameraFormat;
  readonly #opened = Promise.withResolvers<boolean>();
  readonly #end = Promise.withResolvers<void>();
  readonly #loop: PipeWirePointer;
  readonly #stream: PipeWirePointer;
  #trigger: () => void = () => undefined;
  #state = pipeWireStates.unconnected;
  #written = 0;
  #waited = 0;
  /** Before the first trigger, libpipewire itself starts a cycle where a buffer is queued: in the thread that queues it. */
  #isTriggered = false;

  private constructor(lib: LibPipeWire, format: CameraFormat, name: PipeWireCameraName) {
    this.#lib = lib;
    this.#format = format;
    this.ended = this.#end.promise;
    this.#loop = lib.newThreadLoop('guise-camera', null);
    const callbacks = lib.registerCallbacks({
      stateChanged: (state) => this.#enter(state),
      paramChanged: (param, value) => this.#negotiate(param, value),
    });
    const properties = lib.newProperties(
      'media.type=Video media.category=Capture media.role=Camera media.class=Video/Source ' +
        `node.name="${name.node}" node.description="${name.description}"`,
    );
    const inner: PipeWirePointer = lib.loopOf(this.#loop);
    const stream: PipeWirePointer = lib.newStream(
      inner,
      name.description,
      properties,
      callbacks,
      null,
    );
    this.#stream = stream;
    if (stream === null || lib.connectOutput(stream, [formatParam(format)]) < 0) {
      this.#enter(pipeWireStates.error);
      return;
    }
    this.#trigger = lib.prepareTrigger(inner, stream);
    lib.startThreadLoop(this.#loop);
  }

  /**
   * Opens the node; resolves as soon as other programs see it, or with null without a running server. The node before
   * must be closed.
   */
  static async open(
    lib: LibPipeWire,
    format: CameraFormat,
    name: PipeWireCameraName,
  ): Promise<PipeWireNode | null> {
    const node = new PipeWireNode(lib, format, name);
    // Callbacks of another thread do not keep Node alive; the timer does.
    const late = setTimeout(() => node.#opened.resolve(false), OPEN_MS);
    const isOpen = await node.#opened.promise;
    clearTimeout(late);
    if (!isOpen) {
      await node.close();
    }
    return isOpen ? node : null;
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

  /** Takes the node from the server, and frees it. */
  async close(): Promise<void> {
    this.#end.resolve();
    this.#state = pipeWireStates.unconnected;
    await this.#lib.stopThreadLoop(this.#loop);
    if (this.#stream !== null) {
      this.#lib.destroyStream(this.#stream);
    }
    this.#lib.destroyThreadLoop(this.#loop);
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

  #enter(state: number): void {
    this.#state = state;
    if (state === pipeWireStates.error || state === pipeWireStates.unconnected) {
      this.#opened.resolve(false);
      this.#end.resolve();
    } else if (state === pipeWireStates.paused) {
      this.#lib.takeBuffersBack();
      this.#opened.resolve(true);
    }
  }

  #negotiate(param: number, value: PipeWirePointer): void {
    if (param === FORMAT_PARAM && value !== null) {
      this.#lib.updateParams(this.#stream, [buffersParam(this.#format), headerParam()]);
    }
  }
}
