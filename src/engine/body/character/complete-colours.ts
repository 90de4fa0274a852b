import { inpaint } from '../../vision/inpaint.ts';
import type { InpaintingTask } from '../../vision/inpainting-task.ts';

/** Colours with a hole. */
export interface HoledColours extends Omit<InpaintingTask, 'kinds'> {
  /** Height of bands in rows. Patches are copied from the same band if possible, so that trousers stay below shirts. */
  readonly bandRows: number;
}

/** A part with more pixels is completed at half its size, a quarter of the work. */
const LARGE = 60_000;

/**
 * Completes the colours of a hole with patches of the known area. Large parts receive the detail of the source of their
 * patches.
 */
export async function completeColours(
  task: HoledColours,
  pause: () => Promise<void>,
): Promise<Float32Array<ArrayBuffer>> {
  const isLarge = task.width * task.height > LARGE;
  const solved = isLarge ? halve(task) : task;
  const { colours, origins } = await inpaint({ ...solved, kinds: sortByPlace(solved) }, pause);
  return isLarge ? enlarge(task, { ...solved, colours, origins }) : Float32Array.from(colours);
}

/**
 * Returns the kind of each pixel by its band and its third of the band's known area, so that an open jacket continues at
 * its sides, and not the shirt in its middle.
 */
function sortByPlace({ width, height, hole, isKnown, bandRows }: HoledColours): Uint8Array {
  const kinds = new Uint8Array(width * height);
  const rows = Math.max(1, bandRows);
  const known = new Uint32Array(width);
  for (let band = 0; band * rows < height; band += 1) {
    const [from, to] = [Math.ceil(band * rows) * width, Math.ceil((band + 1) * rows) * width];
    known.fill(0);
    for (let index = from; index < Math.min(to, kinds.length); index += 1) {
      known[index % width] += isKnown[index];
    }
    const thirds = findThirds(known);
    for (let index = from; index < Math.min(to, kinds.length); index += 1) {
      const isUsed = (isKnown[index] | hole[index]) === 1;
      const third = thirds.filter((end) => index % width >= end).length;
      kinds[index] = isUsed ? 1 + band * 3 + third : 0;
    }
  }
  return kinds;
}

/** Returns the columns at which the second and the last third of the counted pixels begin. */
function findThirds(counts: Uint32Array): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return [1 / 3, 2 / 3].map((part) => {
    let seen = 0;
    return counts.findIndex((count) => {
      seen += count;
      return seen > total * part;
    });
  });
}

/**
 * Halves a task in both directions. A pixel belongs to the hole if any of its four does, and is known if all four are.
 */
function halve({ width, height, colours, hole, isKnown, bandRows }: HoledColours): HoledColours {
  const half = { width: width >> 1, height: height >> 1 };
  const count = half.width * half.height;
  const small = {
    ...half,
    colours: new Float32Array(count * 3),
    hole: new Uint8Array(count),
    isKnown: new Uint8Array(count),
    bandRows: bandRows / 2,
  };
  for (let index = 0; index < count; index += 1) {
    const corner = Math.floor(index / half.width) * 2 * width + (index % half.width) * 2;
    let [holes, known] = [0, 0];
    for (const at of [corner, corner + 1, corner + width, corner + width + 1]) {
      holes += hole[at];
      known += isKnown[at];
      for (let channel = 0; channel < 3; channel += 1) {
        small.colours[index * 3 + channel] += colours[at * 3 + channel] / 4;
      }
    }
    small.hole[index] = holes > 0 ? 1 : 0;
    small.isKnown[index] = known === 4 ? 1 : 0;
  }
  return small;
}

function enlarge(
  { width, height, colours, hole }: HoledColours,
  small: HoledColours & { readonly origins: Int32Array },
): Float32Array<ArrayBuffer> {
  const whole = Float32Array.from(colours);
  for (let index = 0; index < hole.length; index += 1) {
    if (hole[index] === 0) {
      continue;
    }
    const [x, y] = [index % width, Math.floor(index / width)];
    const column = Math.min(small.width - 1, x >> 1);
    const row = Math.min(small.height - 1, y >> 1);
    const at = row * small.width + column;
    const origin = small.origins[at];
    const fromX = Math.min(width - 1, (origin % small.width) * 2 + (x & 1));
    const fromY = Math.min(height - 1, Math.floor(origin / small.width) * 2 + (y & 1));
    for (let channel = 0; channel < 3; channel += 1) {
      const detail =
        origin < 0
          ? 0
          : colours[(fromY * width + fromX) * 3 + channel] - small.colours[origin * 3 + channel];
      whole[index * 3 + channel] = small.colours[at * 3 + channel] + detail;
    }
  }
  return whole;
}
