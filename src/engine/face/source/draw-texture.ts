/**
 * Draws the face of a photo into a texture. Where the texture has less room than the photo, as at lids and nostrils,
 * single samples would skip rows of it, and lashes would become spikes; so several samples are averaged.
 */
import {
  createPairShade,
  drawTriangles,
  type DrawnPair,
  type PairShade,
  type TexturedMesh,
} from '../../pixels/draw-triangles.ts';
import type { ColourPlanes } from './colour-planes.ts';

/** Colours of a photo, 0..255. */
interface PhotoPlanes {
  readonly red: Uint8Array;
  readonly green: Uint8Array;
  readonly blue: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Samples per pixel of the texture along each side. */
const SAMPLES = 2;
const WHITE = 255;

/**
 * Returns the colours of a texture, 0..255, and the facing value of every pixel, 0..1. `mesh` has the points of the face
 * in the texture (`to`, in its pixels) and in the photo, `facing` the facing value of every point. Pixels outside of the
 * mesh are 0.
 */
export function drawTexture(
  { red, green, blue, width, height }: PhotoPlanes,
  { triangles, to, from }: Omit<TexturedMesh, 'shade'>,
  { size, facing }: { readonly size: number; readonly facing: Float32Array },
): { readonly colours: ColourPlanes; readonly facing: Float32Array } {
  const even = createPairShade(facing.length);
  const finer = { ...to, scale: to.scale * SAMPLES };
  const draw = (first: Uint8Array, second: Uint8Array, shade: PairShade = even): DrawnPair => {
    const drawn = createPair(size * SAMPLES);
    drawTriangles(drawn, { first, second, width, height }, { triangles, to: finer, from, shade });
    return drawn;
  };
  const white = new Uint8Array(red.length).fill(WHITE);
  const redGreen = draw(red, green);
  const { first: blues, second: drawn } = draw(blue, white);
  const seen = draw(white, white, { ...even, firstGain: facing, secondGain: facing });
  return {
    colours: {
      red: average(redGreen.first, drawn, size),
      green: average(redGreen.second, drawn, size),
      blue: average(blues, drawn, size),
    },
    facing: average(seen.first, drawn, size).map((value) => value / WHITE),
  };
}

function createPair(width: number): DrawnPair {
  const first = new Uint8ClampedArray(width * width);
  return { first, second: new Uint8ClampedArray(width * width), width, height: width };
}

/** Averages the drawn samples of every pixel. */
function average(
  samples: Uint8ClampedArray,
  drawn: Uint8ClampedArray,
  size: number,
): Float32Array<ArrayBuffer> {
  const width = size * SAMPLES;
  const plane = new Float32Array(size * size);
  for (let index = 0; index < plane.length; index += 1) {
    const corner = Math.floor(index / size) * SAMPLES * width + (index % size) * SAMPLES;
    let sum = 0;
    let count = 0;
    for (let tap = 0; tap < SAMPLES * SAMPLES; tap += 1) {
      const at = corner + Math.floor(tap / SAMPLES) * width + (tap % SAMPLES);
      const isDrawn = drawn[at] > 0 ? 1 : 0;
      sum += isDrawn * samples[at];
      count += isDrawn;
    }
    plane[index] = sum / Math.max(1, count);
  }
  return plane;
}
