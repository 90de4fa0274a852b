import type { InpaintingTask } from './inpainting-task.ts';
import { distanceTo } from './regions.ts';

/** Most similar known patch for every pixel of a hole, at one size. */
export interface NearestNeighborField {
  readonly width: number;
  readonly height: number;
  readonly colours: Float32Array;
  /** Centre of the patch; -1 away from the hole, and where there is none. */
  readonly origins: Int32Array;
  /**
   * Fills the hole from its edge inwards, every pixel with the best of all patches, which is only feasible at small
   * sizes. Yields after some tens of milliseconds, as `match` does.
   */
  fillFromEdge(): Generator<void, void>;
  /** Improves the patches by propagation from neighbours, then by random search. Every second round runs backwards. */
  match(round: number): Generator<void, void>;
  /** Sets the colour of every pixel of the hole from the patches over it. */
  vote(): void;
}

/** Radius of patches. */
const REACH = 3;
/** Factor of a guess's weight per pixel of depth in the hole, and its minimum. */
const DOUBT = 0.75;
const MIN_WEIGHT = 0.03;
/** Number of pixels filled, and matched, between two yields. */
const FILLED_AT_ONCE = 64;
const MATCHED_AT_ONCE = 4096;

/** Creates a field that starts from `guess` and from the field of half the size. */
export function createNearestNeighborField(
  completion: InpaintingTask,
  guess: Float32Array,
  half: NearestNeighborField | null,
): NearestNeighborField {
  return new Field(completion, guess, half);
}

class Field implements NearestNeighborField {
  readonly width: number;
  readonly height: number;
  readonly colours: Float32Array;
  readonly origins: Int32Array;
  /** Weight of every pixel in comparisons. */
  readonly #weight: Float32Array;
  /** 1 for the centre of a completely known patch. */
  readonly #isMiddle: Uint8Array;
  /** Kind of centre that a pixel accepts; 0 when there is none of that kind. */
  readonly #kinds: Uint8Array;
  /** Centres by kind; all of them first. */
  readonly #middles: readonly Int32Array[];
  readonly #holes: Int32Array;
  /** The hole and the known pixels around it, whose patches overlap the hole. */
  readonly #covers: Int32Array;
  readonly #distances: Float32Array;
  readonly #sums: Float32Array;
  #random = 0x9e_37_79_b9;

  constructor(completion: InpaintingTask, guess: Float32Array, half: NearestNeighborField | null) {
    const { width, height, hole, isKnown, kinds } = completion;
    const count = width * height;
    this.width = width;
    this.height = height;
    this.colours = guess;
    this.origins = new Int32Array(count).fill(-1);
    const depth = distanceTo(isKnown, width);
    this.#weight = Float32Array.from(hole, (value, index) =>
      isKnown[index] === 1 ? 1 : value === 1 ? Math.max(MIN_WEIGHT, DOUBT ** depth[index]) : 0,
    );
    this.#isMiddle = new Uint8Array(count);
    this.#distances = new Float32Array(count);
    this.#sums = new Float32Array(count * 4);
    const kindCount = kinds.reduce((max, kind) => Math.max(max, kind), 0) + 1;
    const middles = Array.from({ length: kindCount }, (): number[] => []);
    const holes: number[] = [];
    for (let index = 0; index < count; index += 1) {
      if (hole[index] === 1 && isKnown[index] === 0) {
        holes.push(index);
      } else if (isWholePatch(completion, index)) {
        this.#isMiddle[index] = 1;
        middles[0].push(index);
        if (kinds[index] > 0) {
          middles[kinds[index]].push(index);
        }
      }
    }
    this.#middles = middles.map((list) => Int32Array.from(list));
    this.#kinds = kinds.map((kind) => (middles[kind].length > 0 ? kind : 0));
    this.#holes = Int32Array.from(holes);
    const isHole = hole.map((value, index) => (isKnown[index] === 1 ? 0 : value));
    const fromHole = distanceTo(isHole, width);
    const covers: number[] = [];
    fromHole.forEach((distance, index) => {
      if (distance <= REACH && (isHole[index] === 1 || isKnown[index] === 1)) {
        covers.push(index);
      }
    });
    this.#covers = Int32Array.from(covers);
    this.#start(half);
  }

  *fillFromEdge(): Generator<void, void> {
    const weight = this.#weight;
    const final = weight.slice();
    for (const at of this.#holes) {
      weight[at] = 0;
    }
    const open = new Set(this.#holes);
    const known = new Float64Array(weight.length);
    for (const at of open) {
      known[at] = this.#weightAround(at);
    }
    while (open.size > 0 && this.#middles[0].length > 0) {
      for (let count = 0; count < FILLED_AT_ONCE && open.size > 0; count += 1) {
        this.#fillFront(open, known, final);
      }
      yield;
    }
    weight.set(final);
  }

  *match(round: number): Generator<void, void> {
    if (this.#middles[0].length === 0) {
      return;
    }
    const { length } = this.#covers;
    for (let from = 0; from < length; from += MATCHED_AT_ONCE) {
      this.#matchSome(round, from, Math.min(length, from + MATCHED_AT_ONCE));
      yield;
    }
  }

  /** Fills the pixel with the most known surroundings; `known` holds the weight around every open one. */
  #fillFront(open: Set<number>, known: Float64Array, final: Float32Array): void {
    const { colours } = this;
    let front = -1;
    let max = -1;
    for (const at of open) {
      if (known[at] > max) {
        max = known[at];
        front = at;
      }
    }
    const origin = this.#findBest(front);
    this.origins[front] = origin;
    colours.copyWithin(front * 3, origin * 3, origin * 3 + 3);
    this.#weight[front] = Math.max(MIN_WEIGHT, final[front]);
    open.delete(front);
    // The sums of all others are what they were.
    for (let down = -REACH; down <= REACH; down += 1) {
      for (let right = -REACH; right <= REACH; right += 1) {
        const near = front + down * this.width + right;
        if (open.has(near)) {
          known[near] = this.#weightAround(near);
        }
      }
    }
  }

  #matchSome(round: number, from: number, to: number): void {
    const isBackwards = round % 2 === 1;
    const { length } = this.#covers;
    for (let index = from; index < to; index += 1) {
      const at = this.#covers[isBackwards ? length - 1 - index : index];
      const step = isBackwards ? 1 : -1;
      this.#distances[at] = this.#compare(at, this.origins[at], Number.POSITIVE_INFINITY);
      this.#tryNeighbour(at, step);
      this.#tryNeighbour(at, step * this.width);
      this.#tryAround(at);
    }
  }

  vote(): void {
    if (this.#middles[0].length === 0) {
      return;
    }
    const { width, height, colours } = this;
    const sums = this.#sums.fill(0);
    const sorted = Float32Array.from(this.#covers, (at) => this.#distances[at]).toSorted();
    const typical = Math.max(4, sorted[Math.floor(sorted.length * 0.4)] ?? 0);
    for (const at of this.#covers) {
      const origin = this.origins[at];
      const weight = this.#weight[at] * (Math.exp(-this.#distances[at] / typical) + 1e-4);
      const column = at % width;
      const row = Math.floor(at / width);
      for (let down = -REACH; down <= REACH; down += 1) {
        if (row + down < 0 || row + down >= height) {
          continue;
        }
        for (let right = -REACH; right <= REACH; right += 1) {
          if (column + right >= 0 && column + right < width) {
            const to = at + down * width + right;
            const from = (origin + down * width + right) * 3;
            sums[to * 4] += colours[from] * weight;
            sums[to * 4 + 1] += colours[from + 1] * weight;
            sums[to * 4 + 2] += colours[from + 2] * weight;
            sums[to * 4 + 3] += weight;
          }
        }
      }
    }
    for (const at of this.#holes) {
      const total = sums[at * 4 + 3];
      colours[at * 3] = sums[at * 4] / total;
      colours[at * 3 + 1] = sums[at * 4 + 1] / total;
      colours[at * 3 + 2] = sums[at * 4 + 2] / total;
    }
  }

  /** Returns the known weight of the patch around a pixel. */
  #weightAround(at: number): number {
    const column = at % this.width;
    let sum = 0;
    for (let down = -REACH; down <= REACH; down += 1) {
      for (let right = -REACH; right <= REACH; right += 1) {
        const isInside = column + right >= 0 && column + right < this.width;
        sum += isInside ? (this.#weight[at + down * this.width + right] ?? 0) : 0;
      }
    }
    return sum;
  }

  #findBest(at: number): number {
    let min = Number.POSITIVE_INFINITY;
    let best = -1;
    for (const origin of this.#middles[this.#kinds[at]]) {
      const distance = this.#compare(at, origin, min);
      if (distance < min) {
        min = distance;
        best = origin;
      }
    }
    return best;
  }

  #start(half: NearestNeighborField | null): void {
    for (const at of this.#covers) {
      let origin = -1;
      if (half !== null) {
        const column = Math.min(half.width - 1, (at % this.width) >> 1);
        const row = Math.min(half.height - 1, Math.floor(at / this.width) >> 1);
        const found = half.origins[row * half.width + column];
        if (found >= 0) {
          const x = (found % half.width) * 2 + (at % this.width) - column * 2;
          const y = Math.floor(found / half.width) * 2 + Math.floor(at / this.width) - row * 2;
          origin = x < this.width && y < this.height ? y * this.width + x : -1;
        }
      }
      this.origins[at] = this.#isAllowed(at, origin) ? origin : this.#pick(at);
    }
  }

  #isAllowed(at: number, origin: number): boolean {
    const kind = this.#kinds[at];
    return (
      origin >= 0 && this.#isMiddle[origin] === 1 && (kind === 0 || this.#kinds[origin] === kind)
    );
  }

  #pick(at: number): number {
    const list = this.#middles[this.#kinds[at]];
    return list.length === 0 ? -1 : list[this.#next() % list.length];
  }

  /** Marsaglia's xorshift, deterministic. */
  #next(): number {
    let state = this.#random;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#random = state >>> 0;
    return this.#random;
  }

  #tryNeighbour(at: number, step: number): void {
    const near = at + step;
    if (near >= 0 && near < this.origins.length && this.origins[near] >= 0) {
      this.#tryOrigin(at, this.origins[near] - step);
    }
  }

  #tryAround(at: number): void {
    for (let radius = Math.max(this.width, this.height); radius >= 1; radius /= 2) {
      const origin = this.origins[at];
      const span = 2 * radius + 1;
      const x = (origin % this.width) + Math.floor(((this.#next() % 4096) / 4096) * span - radius);
      const y =
        Math.floor(origin / this.width) +
        Math.floor(((this.#next() % 4096) / 4096) * span - radius);
      if (x >= 0 && y >= 0 && x < this.width && y < this.height) {
        this.#tryOrigin(at, y * this.width + x);
      }
    }
  }

  #tryOrigin(at: number, origin: number): void {
    if (origin >= 0 && origin < this.origins.length && this.#isAllowed(at, origin)) {
      const distance = this.#compare(at, origin, this.#distances[at]);
      if (distance < this.#distances[at]) {
        this.#distances[at] = distance;
        this.origins[at] = origin;
      }
    }
  }

  /** Returns the mean squared difference of two patches; infinite if it is surely beyond `limit`. */
  #compare(at: number, origin: number, limit: number): number {
    const { width, height, colours } = this;
    const column = at % width;
    const row = Math.floor(at / width);
    const left = column < REACH ? -column : -REACH;
    const right = column >= width - REACH ? width - 1 - column : REACH;
    const top = row < REACH ? -row : -REACH;
    const bottom = row >= height - REACH ? height - 1 - row : REACH;
    let sum = 0;
    let total = 0;
    // The sum of weights is at most the area of a patch, so beyond this the result exceeds the limit.
    const hopeless = limit * 49;
    for (let down = top; down <= bottom; down += 1) {
      for (let across = left; across <= right; across += 1) {
        const here = at + down * width + across;
        const weight = this.#weight[here];
        const there = (origin + down * width + across) * 3;
        const red = colours[here * 3] - colours[there];
        const green = colours[here * 3 + 1] - colours[there + 1];
        const blue = colours[here * 3 + 2] - colours[there + 2];
        sum += weight * (red * red + green * green + blue * blue);
        total += weight;
      }
      if (sum > hopeless) {
        return Number.POSITIVE_INFINITY;
      }
    }
    return total > 0 ? sum / total : 0;
  }
}

function isWholePatch({ width, height, isKnown }: InpaintingTask, index: number): boolean {
  const column = index % width;
  const row = Math.floor(index / width);
  if (column < REACH || row < REACH || column >= width - REACH || row >= height - REACH) {
    return false;
  }
  for (let down = -REACH; down <= REACH; down += 1) {
    for (let right = -REACH; right <= REACH; right += 1) {
      if (isKnown[index + down * width + right] === 0) {
        return false;
      }
    }
  }
  return true;
}
