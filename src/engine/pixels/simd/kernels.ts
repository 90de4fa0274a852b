import { invariant } from '../../../base/errors.ts';
import { kernelBytes } from './kernel-bytes.ts';
import type { Kernels } from './kernel-types.ts';

/** The memory of kernels as numbers of several kinds. */
export type KernelViews = Readonly<ReturnType<typeof viewsOf>>;

/** Kernels with memory of their own, which threads can share: what lies there stays from call to call. */
export interface KernelArena {
  readonly kernels: Kernels;
  /** Views of the memory; others after it grew. */
  readonly views: KernelViews;
  /** Sets so many bytes aside for good; returns where they begin. */
  reserve(length: number): number;
  /** Whether a plane lies in this memory, at the place of its `byteOffset`. */
  holds(plane: Uint8Array): boolean;
  /** Reserves so many bytes behind all that is kept; returns where they begin. What lay there stays. */
  fit(length: number): number;
  /** Hands the memory on to the next arena. Without it, it lies about until garbage is collected. */
  close(): void;
}

/** So far past the end of a plane kernels read and write at most; planes lie at least so far apart. */
export const PAST_END = 32;

const PAGE = 65_536;
/** As the kernels are compiled with: a gigabyte. */
const MAX_PAGES = 16_384;
/** Larger memory is not kept for the next arena. */
const MAX_SPARE = 64_000_000;
/** Kernels read and write a vector at a time, a little past the end. */
const MARGIN = 256;

const program = new WebAssembly.Module(decodeBase64(kernelBytes));
const memory = openMemory();
const views = viewsOf(memory);

/** The compiled kernels of this thread. */
export const kernels = runIn(memory);

/** The same kernels with memory of their own, which nobody else overwrites and which grows. */
export function openKernelArena(): KernelArena {
  const { own, kernels: ownKernels } = spare.pop() ?? openArenaMemory();
  ownKernels.clear(0, own.buffer.byteLength);
  let ownViews = viewsOf(own);
  let reserved = 0;
  // Every time the memory grows it is shown by another object; older ones go on to show its beginning.
  const buffers = new WeakSet<ArrayBufferLike>([ownViews.bytes.buffer]);
  let isOpen = true;

  function fit(length: number): number {
    invariant(isOpen, 'an arena is used while it is open');
    const missing = reserved + length + MARGIN - own.buffer.byteLength;
    if (missing > 0) {
      own.grow(Math.ceil(missing / PAGE));
      ownViews = viewsOf(own);
      buffers.add(ownViews.bytes.buffer);
      weigh(own);
    }
    return reserved;
  }

  return {
    kernels: ownKernels,
    get views() {
      return ownViews;
    },
    reserve(length) {
      const offset = fit(length);
      reserved = alignOffset(reserved + length);
      return offset;
    },
    holds: ({ buffer }) => buffers.has(buffer),
    fit,
    close() {
      if (isOpen && spare.length === 0 && own.buffer.byteLength <= MAX_SPARE) {
        spare.push({ own, kernels: ownKernels });
      }
      isOpen = false;
    },
  };
}

interface ArenaMemory {
  readonly own: WebAssembly.SharedMemory;
  readonly kernels: Kernels;
}

/** The memory of an arena that was closed. */
const spare: ArenaMemory[] = [];

function openArenaMemory(): ArenaMemory {
  const own = openMemory();
  return { own, kernels: runIn(own) };
}

function openMemory(): WebAssembly.SharedMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true });
}

/**
 * The garbage collector does not know how much memory hangs on one of kernels and would let dozens of them lie. It knows
 * this, which is as large and takes nothing because nobody writes to it.
 */
const weights = new WeakMap<WebAssembly.SharedMemory, ArrayBuffer>();

function weigh(own: WebAssembly.SharedMemory): void {
  weights.set(own, new ArrayBuffer(own.buffer.byteLength));
}

function runIn(own: WebAssembly.SharedMemory): Kernels {
  const { exports } = new WebAssembly.Instance(program, { env: { memory: own } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kernels.test.ts compares bytes and source
  return exports as unknown as Kernels;
}

function viewsOf({ buffer }: WebAssembly.SharedMemory) {
  return {
    bytes: new Uint8Array(buffer),
    floats: new Float32Array(buffer),
    integers: new Int32Array(buffer),
    shorts: new Uint16Array(buffer),
  };
}

/**
 * The memory of the kernels, of at least `length` bytes. Every user overwrites what others left; the views
 * are good until the next call.
 */
export function reserveKernelMemory(length: number): KernelViews {
  const missing = length + MARGIN - memory.buffer.byteLength;
  if (missing > 0) {
    memory.grow(Math.ceil(missing / PAGE));
    Object.assign(views, viewsOf(memory));
  }
  return views;
}

/** The next place that vectors like. */
export function alignOffset(offset: number): number {
  return (offset + 15) & ~15;
}

/**
 * How many bytes before `start` the copy of a plane has to begin, so that it lies in its memory as in that of kernels, at a
 * place from {@link alignOffset}. Shared memory that lies otherwise is copied in four times as long.
 */
export function leadOf({ byteOffset }: Uint8Array, start: number): number {
  return Math.min(start, (byteOffset + start) & 15);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  let at = 0;
  for (let index = 0; index < text.length - padding; index += 1) {
    bits = (bits << 6) | letters.indexOf(text.charAt(index));
    const left = index % 4;
    if (left > 0) {
      bytes[at] = bits >> (6 - 2 * left);
      at += 1;
    }
  }
  return bytes;
}
