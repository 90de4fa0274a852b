import { inpaint } from '../../vision/inpaint.ts';
import type { InpaintingTask } from '../../vision/inpainting-task.ts';
import { distanceTo } from '../../vision/regions.ts';

/** Colours with a hole. */
export interface HoledColours extends Omit<InpaintingTask, 'kinds'> {
  /** Height of bands in rows. Patches are copied from the same band if possible, so that trousers stay below shirts. */
  readonly bandRows: number;
}

/** A part with more pixels is completed at half its size, a quarter of the work. */
const LARGE = 60_000;
/** Parts of a band, and the minimum of known pixels of each, relative to its pixels in the hole. */
const THIRDS = 3;
const MIN_KNOWN = 0.15;
/** Radius of a patch at half the size in pixels: patches are first matched there, and only entirely known ones. */
const PATCH = 6;
/** Distance of a third from the next one of the same band, in bands. */
const ASIDE = 1.5;
/**
 * Width of the rim of a hole whose colours are continued, in bands; levels of each channel, minimum of its pixels, and
 * the share of them that a colour needs.
 */
const RIM_REACH = 0.25;
const LEVELS = 10;
const MIN_RIM = 30;
const MIN_SHARE = 0.06;

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
  const kinds = sortByPlace(solved);
  const isKnown = keepRimColours(solved, kinds);
  const { colours, origins } = await inpaint({ ...solved, isKnown, kinds }, pause);
  return isLarge ? enlarge(task, { ...solved, colours, origins }) : Float32Array.from(colours);
}

/**
 * Returns the kind of each pixel by its band and its third of the band's known area, so that an open jacket continues at
 * its sides, and not the shirt in its middle.
 */
function sortByPlace(task: HoledColours): Uint8Array {
  const { width, height, hole, isKnown } = task;
  const isMiddle = selectMiddles(task);
  const kinds = new Uint8Array(width * height);
  const rows = Math.max(1, task.bandRows);
  const thirds = divideBands(task, isMiddle);
  for (let index = 0; index < kinds.length; index += 1) {
    if ((isKnown[index] | hole[index]) === 1) {
      const band = Math.floor(Math.floor(index / width) / rows);
      const third = thirds[band].filter((end) => index % width >= end).length;
      kinds[index] = 1 + band * THIRDS + third;
    }
  }
  borrowKinds(kinds, hole, isMiddle);
  return kinds;
}

/** Selects the known pixels around which a whole patch is known, so that it can be copied. */
function selectMiddles({ width, isKnown }: HoledColours): Uint8Array {
  const far = distanceTo(
    isKnown.map((value) => 1 - value),
    width,
  );
  return isKnown.map((value, index) => (value === 1 && far[index] > PATCH ? 1 : 0));
}

/**
 * Returns the columns between the thirds of each band. A band of which too little is known has those of the nearest band
 * that has enough: what an arm leaves of a band may be at one side only.
 */
function divideBands(
  { width, height, hole, isKnown, bandRows }: HoledColours,
  isMiddle: Uint8Array,
): readonly (readonly number[])[] {
  const rows = Math.max(1, bandRows);
  const bands = Array.from({ length: Math.ceil(height / rows) }, (_, band) => {
    const [known, middles, hidden] = [0, 1, 2].map(() => new Uint32Array(width));
    const [from, to] = [Math.ceil(band * rows) * width, Math.ceil((band + 1) * rows) * width];
    for (let index = from; index < Math.min(to, hole.length); index += 1) {
      known[index % width] += isKnown[index];
      middles[index % width] += isMiddle[index];
      hidden[index % width] += hole[index];
    }
    const thirds = findThirds(known);
    return { thirds, hasEnough: hasEnoughKnown(middles, hidden, thirds) };
  });
  return bands.map((own, at) => {
    const enough = bands
      .map((band, other) => ({ ...band, far: Math.abs(other - at) }))
      .filter(({ hasEnough }) => hasEnough)
      .toSorted((one, other) => one.far - other.far);
    return (enough[0] ?? own).thirds;
  });
}

/** Returns whether each third of a band has enough known pixels for its part of the hole; both are counts by column. */
function hasEnoughKnown(
  known: Uint32Array,
  hidden: Uint32Array,
  thirds: readonly number[],
): boolean {
  const sum = (counts: Uint32Array): number => counts.reduce((all, count) => all + count, 0);
  const starts = [0, ...thirds, known.length];
  return (
    sum(known) > 0 &&
    Array.from({ length: THIRDS }, (_, third) =>
      [known, hidden].map((counts) => sum(counts.subarray(starts[third], starts[third + 1]))),
    ).every(([seen, hole]) => seen >= hole * MIN_KNOWN)
  );
}

/**
 * Returns the known pixels without those of colours that the rim of the hole does not have: a bow or a print in the
 * middle of a shirt is not copied to its side.
 */
function keepRimColours(
  { width, hole, isKnown, colours, bandRows }: HoledColours,
  kinds: Uint8Array,
): Uint8Array {
  const far = distanceTo(hole, width);
  const reach = bandRows * RIM_REACH;
  const levelOf = (index: number, channel: number): number =>
    Math.min(LEVELS - 1, Math.floor((colours[index * 3 + channel] * LEVELS) / 256));
  const seen = new Map<number, Float32Array>();
  for (let index = 0; index < kinds.length; index += 1) {
    if (isKnown[index] === 1 && far[index] < reach) {
      const near = seen.get(kinds[index]) ?? new Float32Array(LEVELS ** 3 + 1);
      seen.set(kinds[index], near);
      near[LEVELS ** 3] += 1;
      addAround(near, [levelOf(index, 0), levelOf(index, 1), levelOf(index, 2)]);
    }
  }
  return isKnown.map((value, index) => {
    const near = seen.get(kinds[index]);
    const count = near?.[LEVELS ** 3] ?? 0;
    if (value === 0 || near === undefined || count < MIN_RIM) {
      return value;
    }
    const at = (levelOf(index, 0) * LEVELS + levelOf(index, 1)) * LEVELS + levelOf(index, 2);
    return near[at] >= count * MIN_SHARE ? 1 : 0;
  });
}

/** Counts a colour in its cell of a histogram, and in the cells around it. */
function addAround(
  histogram: Float32Array,
  [red, green, blue]: readonly [number, number, number],
): void {
  const range = (level: number): readonly number[] =>
    [level - 1, level, level + 1].filter((each) => each >= 0 && each < LEVELS);
  for (const r of range(red)) {
    for (const g of range(green)) {
      for (const b of range(blue)) {
        histogram[(r * LEVELS + g) * LEVELS + b] += 1;
      }
    }
  }
}

/**
 * Gives pixels of the hole whose kind has hardly any known pixels the nearest kind that has enough: the same third of
 * the bands above and below first, then the rest of the own band. An arm before the body may hide a whole band but for
 * its own rim.
 */
function borrowKinds(kinds: Uint8Array, hole: Uint8Array, isMiddle: Uint8Array): void {
  const [known, hidden] = [new Uint32Array(256), new Uint32Array(256)];
  for (let index = 0; index < kinds.length; index += 1) {
    known[kinds[index]] += isMiddle[index];
    hidden[kinds[index]] += hole[index];
  }
  const lent = Uint8Array.from(known, (_, kind) =>
    kind === 0 || known[kind] >= hidden[kind] * MIN_KNOWN
      ? kind
      : findLender(known, kind, hidden[kind]),
  );
  for (let index = 0; index < kinds.length; index += 1) {
    kinds[index] = hole[index] === 1 ? lent[kinds[index]] : kinds[index];
  }
}

function findLender(known: Uint32Array, kind: number, count: number): number {
  const [own, third] = [Math.floor((kind - 1) / THIRDS), (kind - 1) % THIRDS];
  let [lender, least] = [kind, Infinity];
  for (let other = 1; other < known.length; other += 1) {
    const aside = Math.abs(((other - 1) % THIRDS) - third) * ASIDE;
    const far = Math.abs(Math.floor((other - 1) / THIRDS) - own) + aside;
    if (far < least && known[other] >= count * MIN_KNOWN) {
      [lender, least] = [other, far];
    }
  }
  return lender;
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
