import type { I420Frame } from '../../pixels/frame.ts';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte } from '../../track/person-matte.ts';

/** Mask of people in a frame, at half its size, rounded up; rows without gaps. */
export interface People {
  /** 0 for background .. 255 for a person. */
  readonly person: Uint8Array;
  /** Dilated mask for complete erasure: people with their surroundings. */
  readonly dilated: Uint8Array;
}

/** Segments people in the frames of a stream. */
export interface SceneMatte {
  /** Segments a frame. `canRepeat`: the previous mask may be reused once, because only the look depends on it. */
  segment(
    frame: I420Frame,
    people: People,
    when: { readonly timestampUs: number; readonly canRepeat: boolean },
  ): void;
}

/** Creates the masks for frames of a size. */
export function createPeople({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): People {
  const count = ((width + 1) >> 1) * ((height + 1) >> 1);
  return { person: new Uint8Array(count), dilated: new Uint8Array(count) };
}

/** Side of the network's matte. */
const SIZE = 256;
const CELLS = SIZE * SIZE;
/**
 * Weight of a new matte in the temporal filter, against jitter of edges; a higher one after a repeated matte, so that
 * the lag stays the same.
 */
const NEW_WEIGHT = 0.6;
const NEXT_WEIGHT = 0.84;
/** Maximum age of a matte that the filter uses. */
const LONGEST_GAP_US = 150_000;
/**
 * Stretch of the matte's values to bytes: the value that becomes 0 and the one that becomes 255, for the mask and the
 * dilated mask.
 */
const LOW = 0.25;
const HIGH = 0.8;
const WIDE_LOW = 0.08;
const WIDE_HIGH = 0.3;

/** Creates the matte of one stream, with its own network. */
export function createSceneMatte(model: FixedModel): SceneMatte {
  return new SmoothMatte(model);
}

class SmoothMatte implements SceneMatte {
  readonly #network;
  readonly #arena = openKernelArena();
  /** Arena offsets: filtered matte, new matte, dilated matte, intermediate result and a line. */
  readonly #smooth = this.#arena.reserve(CELLS * 4);
  readonly #came = this.#arena.reserve(CELLS * 4);
  readonly #wide = this.#arena.reserve(CELLS * 4);
  readonly #spare = this.#arena.reserve(CELLS * 4);
  readonly #line = this.#arena.reserve(SIZE * 4 + 32);
  #last: { readonly people: People; readonly timestampUs: number } | null = null;
  #isRepeated = false;

  constructor(model: FixedModel) {
    this.#network = createPersonMatte(model);
  }

  segment(
    frame: I420Frame,
    people: People,
    { timestampUs, canRepeat }: { readonly timestampUs: number; readonly canRepeat: boolean },
  ): void {
    const last = this.#find(people, timestampUs);
    this.#last = { people, timestampUs };
    if (canRepeat && last !== null && !this.#isRepeated) {
      people.person.set(last.person);
      people.dilated.set(last.dilated);
      this.#isRepeated = true;
      return;
    }
    const weight = last === null ? 1 : this.#isRepeated ? NEXT_WEIGHT : NEW_WEIGHT;
    this.#isRepeated = false;
    const size = { width: (frame.width + 1) >> 1, height: (frame.height + 1) >> 1 };
    const { values } = this.#network.matte(frame);
    const { kernels } = this.#arena;
    this.#arena.views.floats.set(values, this.#came / 4);
    // The filter takes over new people at once.
    kernels.smoothMatte(
      this.#smooth,
      this.#came,
      this.#wide,
      this.#spare,
      this.#line,
      SIZE,
      weight,
    );
    this.#enlarge(this.#smooth, people.person, size, [LOW, HIGH]);
    this.#enlarge(this.#wide, people.dilated, size, [WIDE_LOW, WIDE_HIGH]);
  }

  /** Returns the people of the previous frame when it has the same size and is recent. */
  #find({ person }: People, timestampUs: number): People | null {
    if (this.#last === null || this.#last.people.person.length !== person.length) {
      return null;
    }
    const ageUs = timestampUs - this.#last.timestampUs;
    return ageUs >= 0 && ageUs <= LONGEST_GAP_US ? this.#last.people : null;
  }

  /** Enlarges a matte bilinearly to bytes, stretched so that `low` becomes 0 and `high` 255. */
  #enlarge(
    matte: number,
    onto: Uint8Array,
    { width, height }: { readonly width: number; readonly height: number },
    [low, high]: readonly [number, number],
  ): void {
    const out = this.#arena.fit(onto.length);
    this.#arena.kernels.enlargeMatte(
      matte,
      SIZE,
      out,
      width,
      height,
      low,
      255 / (high - low),
      this.#line,
    );
    onto.set(this.#arena.views.bytes.subarray(out, out + onto.length));
  }
}
