import { invariant } from '../../../base/errors.ts';
import { kernelBytes } from './kernel-bytes.ts';
import type { Kernels } from './kernel-types.ts';

/** Views of kernel memory by element type. */
export type KernelViews = Readonly<ReturnType<typeof createViews>>;

/** Kernels with memory of their own, which threads can share; its content stays between calls. */
export interface KernelArena {
  readonly kernels: Kernels;
  /** Views of the memory; they are replaced when it grows. */
  readonly views: KernelViews;
  /** Reserves `length` bytes permanently; returns their offset. */
  reserve(length: number): number;
  /** Returns whether a plane is in this memory; its offset is then its `byteOffset`. */
  holds(plane: Uint8Array): boolean;
  /** Ensures `length` bytes after the reserved ones, with their content; returns their offset. `reserve` takes them. */
  fit(length: number): number;
  /** Passes the memory on to the next arena. Without it, the memory waits for the garbage collector. */
  close(): void;
}

/** Maximum number of bytes that kernels read and write past the end of a plane; planes are at least this far apart. */
export const PAST_END = 32;

const PAGE = 65_536;
/** Maximum pages of memory, as compiled into the kernels: a gigabyte. */
const MAX_PAGES = 16_384;
/** Maximum bytes of memory that is kept for the next arena. */
const MAX_SPARE = 64_000_000;
/** Bytes kept free at the end of the memory, as kernels read and write whole vectors. */
const MARGIN = 256;

const program = new WebAssembly.Module(decodeBase64(kernelBytes));
const memory = openMemory();
const views = createViews(memory);

/** The compiled kernels of this thread. */
export const kernels = runIn(memory);

/** Opens the same kernels with memory of their own, which grows and which other users do not overwrite. */
export function openKernelArena(): KernelArena {
  const { own, kernels: ownKernels } = spare.pop() ?? openArenaMemory();
  ownKernels.clear(0, own.buffer.byteLength);
  let ownViews = createViews(own);
  let reserved = 0;
  // Growing creates another buffer object for the memory; older ones still show its beginning.
  const buffers = new WeakSet<ArrayBufferLike>([ownViews.bytes.buffer]);
  let isOpen = true;

  function fit(length: number): number {
    invariant(isOpen, 'an arena is used while it is open');
    const missing = reserved + length + MARGIN - own.buffer.byteLength;
    if (missing > 0) {
      const pages = Math.ceil(missing / PAGE);
      own.grow(pages);
      ownViews = createViews(own);
      buffers.add(ownViews.bytes.buffer);
      weigh(own, pages * PAGE);
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

/** Memory of closed arenas, for the next one; at most one. */
const spare: ArenaMemory[] = [];

function openArenaMemory(): ArenaMemory {
  const own = openMemory();
  return { own, kernels: runIn(own) };
}

function openMemory(): WebAssembly.SharedMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true });
}

/**
 * Buffers as large as each memory together. The garbage collector does not know the size of shared kernel memory and
 * would keep dozens of unused ones, but it counts these buffers, which take no memory as nobody writes to them. Each
 * growth adds one: a larger buffer in place of the last would leave that as garbage, and the frames of a video, of which
 * each grows the memory, would start three whole collections instead of one.
 */
const weights = new WeakMap<WebAssembly.SharedMemory, ArrayBuffer[]>();

function weigh(own: WebAssembly.SharedMemory, addedBytes: number): void {
  const buffers = weights.get(own) ?? [];
  buffers.push(new ArrayBuffer(addedBytes));
  weights.set(own, buffers);
}

function runIn(own: WebAssembly.SharedMemory): Kernels {
  const { exports } = new WebAssembly.Instance(program, { env: { memory: own } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kernels.test.ts compares bytes and source
  return exports as unknown as Kernels;
}

function createViews({ buffer }: WebAssembly.SharedMemory) {
  return {
    bytes: new Uint8Array(buffer),
    floats: new Float32Array(buffer),
    integers: new Int32Array(buffer),
    shorts: new Uint16Array(buffer),
  };
}

/**
 * Returns the memory of the kernels, of at least `length` bytes. Every user overwrites the content of others; the views
 * are valid until the next call.
 */
export function reserveKernelMemory(length: number): KernelViews {
  const missing = length + MARGIN - memory.buffer.byteLength;
  if (missing > 0) {
    memory.grow(Math.ceil(missing / PAGE));
    Object.assign(views, createViews(memory));
  }
  return views;
}

/** Returns the next offset that is aligned for vectors: a multiple of 16. */
export function alignOffset(offset: number): number {
  return (offset + 15) & ~15;
}

/**
 * Returns the number of bytes before `start` at which the copy of a plane has to begin, so that its source is aligned
 * like a destination from {@link alignOffset}. Shared memory with different alignment takes four times as long to copy.
 */
export function toLead({ byteOffset }: Uint8Array, start: number): number {
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
