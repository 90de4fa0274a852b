import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** RNNoise frame length in samples at 48 kHz. */
export const NOISE_FRAME = 480;

/** Denoises one stream in frames of {@link NOISE_FRAME}. */
export interface NoiseFilter {
  /** Input at 16-bit scale, and after `run` the output. */
  readonly frame: Float32Array;
  /** Denoises the frame; returns its speech probability, 0..1. Allocates nothing. */
  run(): number;
}

/** Minified export names of the version that package.json pins, as mapped by its own loader. */
interface Exports {
  readonly c: WebAssembly.Memory;
  /** Static constructors of the module. */
  readonly d: () => void;
  readonly f: () => number;
  readonly g: (sizeBytes: number) => number;
  readonly j: (state: number, output: number, input: number) => number;
}

let program: WebAssembly.Module | null = null;

/** Opens RNNoise in an instance of its own. The network is part of the package and is compiled once. */
export function openNoiseFilter(): NoiseFilter {
  if (program === null) {
    const path = createRequire(import.meta.url).resolve('@jitsi/rnnoise-wasm/dist/rnnoise.wasm');
    program = new WebAssembly.Module(new Uint8Array(readFileSync(path)));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are those of the pinned version
  const exports = new WebAssembly.Instance(program, {
    a: {
      // Growing memory is refused: the initial memory suffices for a stream.
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
