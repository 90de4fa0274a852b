import { type Koffi, loadLibrary, type NativeFunction } from '../../native/load-library.ts';
import { BUSY_META, HEADER_META_BYTES, HEADER_META } from './camera-params.ts';
import { addLoopEvent } from './loop-event.ts';

/** An address in this process; opaque. */
export type PipeWirePointer = unknown;

/** Callbacks of a stream, named as in `struct pw_stream_events` (`pipewire/stream.h`, version 2). */
export interface StreamCallbacks {
  /** `state` is a {@link pipeWireStates}. */
  readonly stateChanged: (state: number) => void;
  /** `param` is null when it was taken away. */
  readonly paramChanged: (paramId: number, param: PipeWirePointer) => void;
}

/** Metadata of a frame. */
export interface FrameFacts {
  /** Bytes from row to row of luma. */
  readonly stride: number;
  readonly sequence: number;
}

/** `enum pw_stream_state`. */
export const pipeWireStates = { error: -1, unconnected: 0, connecting: 1, paused: 2, streaming: 3 };

/** `PW_STREAM_FLAG_MAP_BUFFERS` and `PW_STREAM_FLAG_DRIVER`: mapped memory, at our own pace. */
const STREAM_FLAGS = 4 + 8;
const DIRECTION_OUTPUT = 1;
const ANY_ID = 0xff_ff_ff_ff;
/** `size` in `struct pw_buffer`, in bytes, and `queued` in `struct pw_time`, in numbers of 64 bits. */
const SIZE_OFFSET = 16;
const QUEUED = 4;

/** The functions of libpipewire that a source of video needs; the header of each says more. */
export class LibPipeWire {
  readonly #koffi: Koffi;
  readonly #connect: NativeFunction;
  readonly #updateParams: NativeFunction;
  readonly #copy: NativeFunction;
  readonly #dequeueBuffer: NativeFunction;
  readonly #queueBuffer: NativeFunction;
  readonly #readTime: NativeFunction;
  /** `struct pw_time` up to and with `queued`, which later versions only append to. */
  readonly #time = new BigUint64Array(5);
  readonly #triggerProcess: unknown;
  /** `struct spa_chunk`: offset, size, stride, flags. */
  readonly #chunk = new Uint32Array(4);
  /** `struct spa_meta_header`: flags and offset, time in ns, offset of decoding, sequence number. */
  readonly #header = new BigInt64Array(HEADER_META_BYTES / 8);
  /** Every `struct pw_buffer` that there is, by its address. */
  readonly #buffers = new Map<bigint, PipeWirePointer>();
  /** Set from the first buffer that is added until the first that is removed: its thread frees their memory from then on. */
  #hasBuffers = false;
  /** `struct spa_meta_busy`: flags, number of readers. */
  readonly #noReaders = new Uint32Array(2);
  readonly newThreadLoop: NativeFunction;
  readonly loopOf: NativeFunction;
  readonly startThreadLoop: NativeFunction;
  readonly newProperties: NativeFunction;
  readonly newStream: NativeFunction;
  readonly destroyStream: NativeFunction;
  readonly destroyThreadLoop: NativeFunction;
  readonly #stopThreadLoop: NativeFunction;
  #callbacks: StreamCallbacks | null = null;
  #events: PipeWirePointer = null;

  /** Throws `capability_unavailable` where it is not installed. */
  constructor() {
    const { koffi, func, symbol } = loadLibrary('libpipewire-0.3.so.0');
    this.#koffi = koffi;
    this.#connect = func('int pw_stream_connect(void*, int, uint32_t, int, void*, uint32_t)');
    this.#updateParams = func('int pw_stream_update_params(void*, void*, uint32_t)');
    this.#copy = loadLibrary('libc.so.6').func('void* memcpy(void*, const void*, size_t)');
    this.newThreadLoop = func('void* pw_thread_loop_new(const char*, void*)');
    this.loopOf = func('void* pw_thread_loop_get_loop(void*)');
    this.startThreadLoop = func('int pw_thread_loop_start(void*)');
    this.newProperties = func('void* pw_properties_new_string(const char*)');
    this.newStream = func('void* pw_stream_new_simple(void*, const char*, void*, void*, void*)');
    this.#dequeueBuffer = func('void* pw_stream_dequeue_buffer(void*)');
    this.#triggerProcess = symbol('pw_stream_trigger_process');
    this.#readTime = func('int pw_stream_get_time(void*, void*)');
    this.#queueBuffer = func('int pw_stream_queue_buffer(void*, void*)');
    this.destroyStream = func('void pw_stream_destroy(void*)');
    this.destroyThreadLoop = func('void pw_thread_loop_destroy(void*)');
    this.#stopThreadLoop = func('void pw_thread_loop_stop(void*)');
    func('void pw_init(void*, void*)')(null, null);
  }

  /**
   * Callbacks as `struct pw_stream_events`; they are never freed: one set is made for a process, and calls the newest ones.
   */
  registerCallbacks(callbacks: StreamCallbacks): PipeWirePointer {
    this.#callbacks = callbacks;
    this.#events ??= this.#registerEvents();
    return this.#events;
  }

  /**
   * Ends the thread of a loop, where it was started. It may wait for Node's thread in a callback, which therefore does
   * not wait for it.
   */
  async stopThreadLoop(loop: PipeWirePointer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stopThreadLoop.async(loop, () => resolve());
    await promise;
  }

  /** Offers formats to readers. Returns a negative value when the server refuses. */
  connectOutput(stream: PipeWirePointer, formats: readonly Uint8Array[]): number {
    const pointers = this.#toPointers(formats);
    return Number(
      this.#connect(stream, DIRECTION_OUTPUT, ANY_ID, STREAM_FLAGS, pointers, formats.length),
    );
  }

  /** Answers the negotiated format with the buffer parameters. */
  updateParams(stream: PipeWirePointer, pods: readonly Uint8Array[]): number {
    return Number(this.#updateParams(stream, this.#toPointers(pods), pods.length));
  }

  /**
   * Prepares what starts a cycle of the graph. The thread of the loop starts it: before version 1.2 (measured: 0.3.65), a
   * loop takes work from one other thread only, and the loop of the data has it from this one. With a second one, work was
   * lost, and the camera stood still until its process ended.
   */
  prepareTrigger(loop: PipeWirePointer, stream: PipeWirePointer): () => void {
    return addLoopEvent(this.#koffi, loop, { callee: this.#triggerProcess, argument: stream });
  }

  /** Returns a buffer that no reader uses; null when it meets one in use, or when there are none. */
  dequeueBuffer(stream: PipeWirePointer): PipeWirePointer {
    return this.#hasBuffers ? this.#dequeueBuffer(stream) : null;
  }

  /** Hands a filled buffer to the next cycle. */
  queueBuffer(stream: PipeWirePointer, buffer: PipeWirePointer): void {
    this.#koffi.encode(buffer, SIZE_OFFSET, 'uint64_t', 1);
    this.#queueBuffer(stream, buffer);
  }

  /** Whether a queued buffer still waits for its cycle. Each has the size 1, so that the sum of their sizes counts them. */
  isWaiting(stream: PipeWirePointer): boolean {
    this.#readTime(stream, this.#time);
    return this.#time[QUEUED] !== 0n;
  }

  /**
   * Copies a frame into a `struct pw_buffer` with one block and sets its metadata; false while its memory is
   * not mapped. The memory is never wrapped in a JavaScript buffer: Electron allows no external ones.
   */
  fillBuffer(
    buffer: PipeWirePointer,
    frame: Uint8Array,
    { stride, sequence }: FrameFacts,
  ): boolean {
    const koffi = this.#koffi;
    const spaBuffer = koffi.decode(buffer, 0, 'void*') as PipeWirePointer;
    const datas = koffi.decode(spaBuffer, 16, 'void*') as PipeWirePointer;
    const data = koffi.decode(datas, 24, 'void*') as PipeWirePointer;
    if (data === null) {
      return false;
    }
    this.#copy(data, frame, frame.byteLength);
    this.#chunk.set([0, frame.byteLength, stride, 0]);
    const chunk = koffi.decode(datas, 32, 'void*') as PipeWirePointer;
    this.#copy(chunk, this.#chunk, this.#chunk.byteLength);
    const header = this.#findMeta(spaBuffer, HEADER_META);
    if (header !== null) {
      this.#header.set([0n, process.hrtime.bigint(), 0n, BigInt(sequence)]);
      this.#copy(header, this.#header, this.#header.byteLength);
    }
    return true;
  }

  /** Reclaims all buffers of readers that are gone: a killed reader never returns its buffers. */
  takeBuffersBack(): void {
    for (const buffer of this.#buffers.values()) {
      const spaBuffer = this.#koffi.decode(buffer, 0, 'void*') as PipeWirePointer;
      const busy = this.#findMeta(spaBuffer, BUSY_META);
      if (busy !== null) {
        this.#copy(busy, this.#noReaders, this.#noReaders.byteLength);
      }
    }
  }

  #registerEvents(): PipeWirePointer {
    const koffi = this.#koffi;
    const ofBuffer = koffi.pointer(koffi.proto('void (void*, void*)'));
    const events = koffi.struct(eventMembers);
    const own = koffi.alloc(events, 1) as PipeWirePointer;
    koffi.encode(own, events, {
      version: 2,
      state_changed: koffi.register(
        (_data: PipeWirePointer, _old: number, state: number) =>
          this.#callbacks?.stateChanged(state),
        koffi.pointer(koffi.proto('void (void*, int, int, const char*)')),
      ),
      param_changed: koffi.register(
        (_data: PipeWirePointer, paramId: number, param: PipeWirePointer) =>
          this.#callbacks?.paramChanged(paramId, param),
        koffi.pointer(koffi.proto('void (void*, uint32_t, void*)')),
      ),
      add_buffer: koffi.register((_data: PipeWirePointer, buffer: PipeWirePointer) => {
        this.#hasBuffers = true;
        this.#buffers.set(koffi.address(buffer), buffer);
      }, ofBuffer),
      remove_buffer: koffi.register((_data: PipeWirePointer, buffer: PipeWirePointer) => {
        this.#hasBuffers = false;
        this.#buffers.delete(koffi.address(buffer));
      }, ofBuffer),
    });
    return own;
  }

  /** Finds a buffer's metadata of this type (`spa/buffer/meta.h`); null when absent. */
  #findMeta(spaBuffer: PipeWirePointer, type: number): PipeWirePointer {
    const koffi = this.#koffi;
    const count = Number(koffi.decode(spaBuffer, 0, 'uint32_t'));
    const metas = koffi.decode(spaBuffer, 8, 'void*') as PipeWirePointer;
    for (let index = 0; index < count; index += 1) {
      if (Number(koffi.decode(metas, 16 * index, 'uint32_t')) === type) {
        return koffi.decode(metas, 16 * index + 8, 'void*') as PipeWirePointer;
      }
    }
    return null;
  }

  /** PODs as C wants them: an array of their addresses. */
  #toPointers(pods: readonly Uint8Array[]): BigUint64Array {
    return BigUint64Array.from(pods, (pod) => this.#koffi.address(pod));
  }
}

const eventMembers = {
  version: 'uint32_t',
  destroy: 'void*',
  state_changed: 'void*',
  control_info: 'void*',
  io_changed: 'void*',
  param_changed: 'void*',
  add_buffer: 'void*',
  remove_buffer: 'void*',
  process: 'void*',
  drained: 'void*',
  command: 'void*',
  trigger_done: 'void*',
};
