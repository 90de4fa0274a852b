/**
 * Removes the seams between patches of a completed image: patches keep their detail, and their light is blended into
 * that of their neighbours and of the rim (gradient domain, Pérez et al. 2003). Edges between patches of different
 * objects stay.
 */

/** Image whose hole was completed with patches. */
export interface PatchedImage {
  readonly width: number;
  readonly height: number;
  /** 1 where it was completed. */
  readonly hole: Uint8Array;
  /** Interleaved colours before and after the completion; three values per pixel. */
  readonly before: Float32Array;
  readonly colours: Float32Array;
  /** Most similar pixel for each pixel of the hole; negative for none. */
  readonly origins: Int32Array;
}

/** Difference of patches (of 255) at their seam at which they are the same object with a weight of one half. */
const SAME = 26;
/** Weight of each pixel's completed colour, so that pixels without neighbours do not drift. */
const OWN = 0.004;
const ROUNDS = 160;
/** Pixels processed between two pauses: some tens of milliseconds. */
const PIXELS_AT_ONCE = 2_000_000;
const SIDES = 4;
const OVER_RELAXATION = 1.85;

/**
 * Returns the colours without seams; those outside of the hole are unchanged. `pause` is awaited between steps of some
 * tens of milliseconds.
 */
export async function levelPatches(
  image: PatchedImage,
  pause: () => Promise<void>,
): Promise<Float32Array> {
  const { width, hole, colours } = image;
  const levelled = colours.slice();
  const inside = Int32Array.from(hole.keys()).filter((index) => hole[index] === 1);
  const across = measureEdges(image, 1);
  await pause();
  const down = measureEdges(image, width);
  await pause();
  const { weights, wanted } = measureBalance(image, inside, { across, down });
  const roundsAtOnce = Math.max(1, Math.floor(PIXELS_AT_ONCE / Math.max(1, inside.length)));
  const row = width * 3;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % roundsAtOnce === 0) {
      await pause();
    }
    for (let each = 0; each < inside.length; each += 1) {
      const to = each * SIDES;
      const from = inside[each] * 3;
      const right = weights[to];
      const left = weights[to + 1];
      const below = weights[to + 2];
      const above = weights[to + 3];
      for (let channel = 0; channel < 3; channel += 1) {
        const at = from + channel;
        const value =
          wanted[each * 3 + channel] +
          (right === 0 ? 0 : right * levelled[at + 3]) +
          (left === 0 ? 0 : left * levelled[at - 3]) +
          (below === 0 ? 0 : below * levelled[at + row]) +
          (above === 0 ? 0 : above * levelled[at - row]);
        levelled[at] += OVER_RELAXATION * (value - levelled[at]);
      }
    }
  }
  for (const index of inside) {
    for (let at = index * 3; at < index * 3 + 3; at += 1) {
      levelled[at] = Math.max(0, Math.min(255, levelled[at]));
    }
  }
  return levelled;
}

/**
 * Computes the weights of the four neighbours of each pixel inside, and the constant term of its own colour and the
 * slopes.
 */
function measureBalance(
  image: PatchedImage,
  inside: Int32Array,
  { across, down }: { readonly across: PatchEdges; readonly down: PatchEdges },
): { readonly weights: Float32Array; readonly wanted: Float32Array } {
  const { width, height, colours } = image;
  const weights = new Float32Array(inside.length * SIDES);
  const wanted = new Float32Array(inside.length * 3);
  for (const [each, index] of inside.entries()) {
    const column = index % width;
    const right = column < width - 1 ? across.weights[index] : 0;
    const left = column > 0 ? across.weights[index - 1] : 0;
    const below = index + width < width * height ? down.weights[index] : 0;
    const above = index >= width ? down.weights[index - width] : 0;
    const sum = right + left + below + above + OWN;
    weights.set([right / sum, left / sum, below / sum, above / sum], each * SIDES);
    for (let channel = 0; channel < 3; channel += 1) {
      const at = index * 3 + channel;
      const slopes =
        (left === 0 ? 0 : left * across.slopes[at - 3]) -
        right * across.slopes[at] +
        (above === 0 ? 0 : above * down.slopes[at - width * 3]) -
        below * down.slopes[at];
      wanted[each * 3 + channel] = (OWN * colours[at] + slopes) / sum;
    }
  }
  return { weights, wanted };
}

/** Edges from each pixel to the one `step` after it, by the patches. */
interface PatchEdges {
  /** Difference to the next pixel, three values per pixel. */
  readonly slopes: Float32Array;
  /** Weight of the difference, 0..1. */
  readonly weights: Float32Array;
}

function measureEdges(
  { width, hole, before, colours, origins }: PatchedImage,
  step: number,
): PatchEdges {
  const slopes = new Float32Array(colours.length);
  const weights = new Float32Array(hole.length);
  const isKnown = (index: number): boolean =>
    index >= 0 && index < hole.length && hole[index] === 0;
  for (let index = 0; index + step < hole.length; index += 1) {
    const next = index + step;
    if (hole[index] === 0 && hole[next] === 0) {
      continue;
    }
    if (step === 1 && index % width === width - 1) {
      continue;
    }
    const own = hole[index] === 1 ? origins[index] : index;
    const others = hole[next] === 1 ? origins[next] : next;
    // The pixel after the last one of a row is elsewhere, and so is the one before the first.
    const fromOwn =
      own >= 0 && (step !== 1 || own % width < width - 1) && isKnown(own) && isKnown(own + step);
    const fromOther =
      others >= 0 &&
      (step !== 1 || others % width > 0) &&
      isKnown(others) &&
      isKnown(others - step);
    let apart = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const ownSlope = fromOwn
        ? before[(own + step) * 3 + channel] - before[own * 3 + channel]
        : colours[next * 3 + channel] - colours[index * 3 + channel];
      const otherSlope = fromOther
        ? before[others * 3 + channel] - before[(others - step) * 3 + channel]
        : ownSlope;
      slopes[index * 3 + channel] = (ownSlope + otherSlope) / 2;
      apart += Math.abs(
        colours[next * 3 + channel] - colours[index * 3 + channel] - (ownSlope + otherSlope) / 2,
      );
    }
    weights[index] = 1 / (1 + (apart / 3 / SAME) ** 4);
  }
  return { slopes, weights };
}
