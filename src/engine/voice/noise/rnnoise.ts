import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Samples that are cleaned at a time, at 48 kHz. */
export const NOISE_FRAME = 480;

/** One stream of {@link NOISE_FRAME} after the other. */
export interface NoiseFilter {
  /** What goes in, at the scale of 16 bits, and after `run` what comes out. */
  readonly frame: Float32Array;
  /** Cleans the frame; gives how likely it is speech, 0..1. Allocates nothing. */
  run(): number;
}

/** Its names are one letter each; those of the version that package.json pins, as its own loader maps them. */
interface Exports {
  readonly c: WebAssembly.Memory;
  /** Constructors of the program. */
  readonly d: () => void;
  readonly f: () => number;
  readonly g: (sizeBytes: number) => number;
  readonly j: (state: number, output: number, input: number) => number;
}

let program: WebAssembly.Module | null = null;

/** RNNoise in memory of its own. The network comes from the package and is compiled once. */
export function openNoiseFilter(): NoiseFilter {
  if (program === null) {
    const path = createRequire(import.meta.url).resolve('@jitsi/rnnoise-wasm/dist/rnnoise.wasm');
    program = new WebAssembly.Module(new Uint8Array(readFileSync(path)));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are those of the pinned version
  const exports = new WebAssembly.Instance(program, {
    a: {
      // It never grows: the memory it starts with holds a stream.
      a: () => 0,
      b: (to: number, from: number, count: number) => {
        new Uint8Array(exports.c.buffer).copyWithin(to, from, from + count);
      },
    },
  }).exports as unknown as Exports;
  exports.d();
  const state = exports.f();
  const offset = exports.g(NOISE_FRAME * Float32Array.BYTES_PER_ELEMENT);
  return {
    frame: new Float32Array(exports.c.buffer, offset, NOISE_FRAME),
    run: () => exports.j(state, offset, offset),
  };
}
