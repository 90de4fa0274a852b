import type { I420Frame } from '../../pixels/frame.ts';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte } from '../../track/person-matte.ts';

/** Mask of people in a frame, at half its size, rounded up; rows without gaps. */
export interface People {
  /** 0 ground .. 255 person. */
  readonly person: Uint8Array;
  /** The same with what borders on people: where nothing of them is to remain. */
  readonly surely: Uint8Array;
}

/** Segments people in the frames of a stream. */
export interface SceneMatte {
  /** `mayRepeat`: only looks depend on it, so who was found in the frame before may stand for this one too. */
  segment(
    frame: I420Frame,
    people: People,
    when: { readonly timestampUs: number; readonly mayRepeat: boolean },
  ): void;
}

/** Planes for pictures of a size. */
export function createPeople({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): People {
  const count = ((width + 1) >> 1) * ((height + 1) >> 1);
  return { person: new Uint8Array(count), surely: new Uint8Array(count) };
}

/** Cells across and down a matte. */
const SIZE = 256;
const CELLS = SIZE * SIZE;
/** How much of a new matte is taken: edges jitter otherwise. After a repeated one more, so that it lags as little. */
const NEW_WEIGHT = 0.6;
const NEXT_WEIGHT = 0.84;
/** Who was found longer ago says nothing any more. */
const LONGEST_GAP_US = 150_000;
/** What is taken for a person wholly, and not at all. */
const LOW = 0.25;
const HIGH = 0.8;
const WIDE_LOW = 0.08;
const WIDE_HIGH = 0.3;

/** A matte for one stream, on a network of its own. */
export function createSceneMatte(model: FixedModel): SceneMatte {
  return new SmoothMatte(model);
}

class SmoothMatte implements SceneMatte {
  readonly #network;
  readonly #arena = openKernelArena();
  /** Places in the arena: the matte as it is shown, as it came, widened, and half widened; then a line. */
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
    { timestampUs, mayRepeat }: { readonly timestampUs: number; readonly mayRepeat: boolean },
  ): void {
    const last = this.#find(people, timestampUs);
    this.#last = { people, timestampUs };
    if (mayRepeat && last !== null && !this.#isRepeated) {
      people.person.set(last.person);
      people.surely.set(last.surely);
      this.#isRepeated = true;
      return;
    }
    const weight = last === null ? 1 : this.#isRepeated ? NEXT_WEIGHT : NEW_WEIGHT;
    this.#isRepeated = false;
    const size = { width: (frame.width + 1) >> 1, height: (frame.height + 1) >> 1 };
    const { values } = this.#network.matte(frame);
    const { kernels } = this.#arena;
    this.#arena.views.floats.set(values, this.#came / 4);
    // Where people have just come to, they are at once.
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
    this.#enlarge(this.#wide, people.surely, size, [WIDE_LOW, WIDE_HIGH]);
  }

  /** The people of the frame before, when it is of the same size and not long ago. */
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
