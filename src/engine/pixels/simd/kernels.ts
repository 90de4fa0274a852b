import { kernelBytes } from './kernel-bytes.ts';

/** What kernels.as exports; all numbers but counts and steps are places in the memory. */
interface Kernels {
  sampleRow(
    out: number,
    width: number,
    luma: number,
    lumaStride: number,
    u: number,
    v: number,
    chromaStride: number,
    startX: number,
    startY: number,
    stepX: number,
    stepY: number,
    taps: number,
    tapCount: number,
    facts: number,
    limits: number,
  ): void;
  drawPlane(
    onto: number,
    outWidth: number,
    outHeight: number,
    texture: number,
    width: number,
    height: number,
    points: number,
    triangles: number,
    count: number,
  ): void;
  drawPairs(
    first: number,
    second: number,
    outWidth: number,
    outHeight: number,
    texture: number,
    width: number,
    height: number,
    points: number,
    triangles: number,
    count: number,
  ): void;
  blendRow(
    drawn: number,
    mask: number,
    base: number,
    grain: number,
    width: number,
    count: number,
    perStep: number,
    grainPerStep: number,
    maxGrain: number,
  ): void;
  interleave(first: number, second: number, out: number, count: number): void;
}

const PAGE = 65_536;
/** Kernels read and write a vector at a time, a little past the end. */
const MARGIN = 256;

const memory = new WebAssembly.Memory({ initial: 1 });
const views = {
  bytes: new Uint8Array(memory.buffer),
  floats: new Float32Array(memory.buffer),
  integers: new Int32Array(memory.buffer),
  shorts: new Uint16Array(memory.buffer),
};

/** The compiled kernels of this thread. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kernels.test.ts compares bytes and source
export const kernels = new WebAssembly.Instance(new WebAssembly.Module(decodeBase64(kernelBytes)), {
  env: { memory },
}).exports as unknown as Kernels;

/**
 * The memory of the kernels, of at least `length` bytes. Every user overwrites what others left; the views
 * are good until the next call.
 */
export function takeKernelMemory(length: number): Readonly<typeof views> {
  const missing = length + MARGIN - memory.buffer.byteLength;
  if (missing > 0) {
    memory.grow(Math.ceil(missing / PAGE));
    views.bytes = new Uint8Array(memory.buffer);
    views.floats = new Float32Array(memory.buffer);
    views.integers = new Int32Array(memory.buffer);
    views.shorts = new Uint16Array(memory.buffer);
  }
  return views;
}

/** The next place that vectors like. */
export function alignPlace(place: number): number {
  return (place + 15) & ~15;
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
