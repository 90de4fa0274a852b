/**
 * Completes an image behind removed objects with patches of the rest (PatchMatch of Barnes et al. in the coarse-to-fine
 * completion of Wexler et al.):
 *
 *   filled from the edge at the coarsest size -> match patches, vote -> twice the size -> … -> full size
 */
import type { InpaintingTask } from './inpainting-task.ts';
import { createNearestNeighborField, type NearestNeighborField } from './nearest-neighbor-field.ts';

/** Completed image. */
export interface InpaintedImage {
  /** Colours, completed in the hole. */
  readonly colours: Float32Array;
  /**
   * Most similar pixel for every pixel of the hole and just around it; -1 elsewhere, and where there was nothing to
   * copy.
   */
  readonly origins: Int32Array;
}

/**
 * Minimum sides that halving may give, usually and for a size with more than {@link MAX_SEARCHED} pixels, which is too
 * large for an exhaustive search.
 */
const COARSEST = 36;
const NARROW_COARSEST = 18;
const MAX_SEARCHED = 5200;
const ROUNDS_COARSE = 10;
const ROUNDS_FINE = 3;

/** Completes an image; `pause` is awaited between steps of some tens of milliseconds. */
export async function inpaint(
  completion: InpaintingTask,
  pause: () => Promise<void>,
): Promise<InpaintedImage> {
  const finer: InpaintingTask[] = [];
  let coarsest = completion;
  while (canHalve(coarsest)) {
    finer.unshift(coarsest);
    coarsest = halve(coarsest);
  }
  let field = createNearestNeighborField(coarsest, coarsest.colours.slice(), null);
  await finish(field.fillFromEdge(), pause);
  await refine(field, ROUNDS_COARSE, pause);
  for (const size of finer) {
    field = createNearestNeighborField(size, guessFromHalf(size, field), field);
    await refine(field, ROUNDS_FINE, pause);
  }
  const { colours, origins } = field;
  return { colours, origins };
}

function canHalve({ width, height }: InpaintingTask): boolean {
  const isLarge = width * height > MAX_SEARCHED;
  return Math.min(width, height) / 2 >= (isLarge ? NARROW_COARSEST : COARSEST);
}

async function refine(
  field: NearestNeighborField,
  rounds: number,
  pause: () => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await finish(field.match(round), pause);
    field.vote();
    await pause();
  }
}

async function finish(steps: Generator<void, void>, pause: () => Promise<void>): Promise<void> {
  while (steps.next().done !== true) {
    await pause();
  }
}

/** Halves the size; a pixel is in the hole when any of its four is, and known when all are. */
function halve({ width, height, colours, hole, isKnown, kinds }: InpaintingTask): InpaintingTask {
  const halfWidth = width >> 1;
  const halfHeight = height >> 1;
  const count = halfWidth * halfHeight;
  const half = {
    width: halfWidth,
    height: halfHeight,
    colours: new Float32Array(count * 3),
    hole: new Uint8Array(count),
    isKnown: new Uint8Array(count),
    kinds: new Uint8Array(count),
  };
  for (let index = 0; index < count; index += 1) {
    const corner = Math.floor(index / halfWidth) * 2 * width + (index % halfWidth) * 2;
    let holes = 0;
    let known = 0;
    for (const at of [corner, corner + 1, corner + width, corner + width + 1]) {
      holes += hole[at];
      known += isKnown[at];
    }
    half.hole[index] = holes > 0 ? 1 : 0;
    half.isKnown[index] = known === 4 ? 1 : 0;
    half.kinds[index] = kinds[corner];
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0;
      let total = 0;
      for (const at of [corner, corner + 1, corner + width, corner + width + 1]) {
        const weight = isKnown[at] + 1e-3;
        sum += colours[at * 3 + channel] * weight;
        total += weight;
      }
      half.colours[index * 3 + channel] = sum / total;
    }
  }
  return half;
}

/** Enlarges the completed half size. */
function guessFromHalf(
  { width, colours, hole }: InpaintingTask,
  half: NearestNeighborField,
): Float32Array {
  const guess = colours.slice();
  hole.forEach((value, index) => {
    if (value === 1) {
      const column = Math.min(half.width - 1, (index % width) >> 1);
      const row = Math.min(half.height - 1, Math.floor(index / width) >> 1);
      const at = (row * half.width + column) * 3;
      guess.set(half.colours.subarray(at, at + 3), index * 3);
    }
  });
  return guess;
}
