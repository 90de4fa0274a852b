import type { I420Frame } from '../../pixels/frame.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte } from '../../track/person-matte.ts';

/** Where people are in a picture, at half its size, rounded up; rows without gaps. */
export interface People {
  /** 0 ground .. 255 person. */
  readonly person: Uint8Array;
  /** The same with what borders on people: where nothing of them is to remain. */
  readonly surely: Uint8Array;
}

/** Finds people in the pictures of a stream. */
export interface SceneMatte {
  look(frame: I420Frame, people: People): void;
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

const SIZE = 256;
/** How much of a new matte is taken: edges tremble otherwise. */
const NEW_SHARE = 0.6;
/** Empty cells before and after a line. */
const PAD = 3;
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
  readonly #smooth = new Float32Array(SIZE * SIZE);
  readonly #wide = new Float32Array(SIZE * SIZE);
  readonly #line = new Float32Array(SIZE + 2 * PAD);
  #size = 0;

  constructor(model: FixedModel) {
    this.#network = createPersonMatte(model);
  }

  look(frame: I420Frame, people: People): void {
    const size = { width: (frame.width + 1) >> 1, height: (frame.height + 1) >> 1 };
    const { values } = this.#network.matte(frame);
    const share = this.#size === people.person.length ? NEW_SHARE : 1;
    this.#size = people.person.length;
    const smooth = this.#smooth;
    for (let index = 0; index < smooth.length; index += 1) {
      smooth[index]! += (values[index]! - smooth[index]!) * share;
      // Where people have just come to, they are at once.
      this.#wide[index] = Math.max(smooth[index]!, values[index]!);
    }
    widen(this.#wide, this.#line);
    enlarge(smooth, people.person, size, [LOW, HIGH]);
    enlarge(this.#wide, people.surely, size, [WIDE_LOW, WIDE_HIGH]);
  }
}

/**
 * Takes the largest value within four cells, in rows and then in columns: of three neighbours, and then of three
 * of those, three cells apart.
 */
function widen(plane: Float32Array, line: Float32Array): void {
  for (let pass = 0; pass < 2; pass += 1) {
    const step = pass === 0 ? 1 : SIZE;
    const next = pass === 0 ? SIZE : 1;
    for (let start = 0; start < SIZE; start += 1) {
      const from = start * next;
      let before = 0;
      let here = plane[from]!;
      for (let index = 0; index < SIZE; index += 1) {
        const after = index < SIZE - 1 ? plane[from + (index + 1) * step]! : 0;
        const most = before > here ? before : here;
        line[index + PAD] = after > most ? after : most;
        before = here;
        here = after;
      }
      for (let index = 0; index < SIZE; index += 1) {
        const far = line[index]! > line[index + 2 * PAD]! ? line[index]! : line[index + 2 * PAD]!;
        plane[from + index * step] = far > line[index + PAD]! ? far : line[index + PAD]!;
      }
    }
  }
}

/** Enlarges a matte bilinearly to bytes, stretched so that `low` becomes 0 and `high` 255. */
function enlarge(
  matte: Float32Array,
  onto: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  [low, high]: readonly [number, number],
): void {
  const stretch = 255 / (high - low);
  const perColumn = SIZE / width;
  for (let row = 0; row < height; row += 1) {
    const y = Math.max(0, Math.min(SIZE - 1.001, ((row + 0.5) * SIZE) / height - 0.5));
    const top = (y | 0) * SIZE;
    const fy = y - (y | 0);
    for (let column = 0; column < SIZE; column += 1) {
      const upper = matte[top + column]!;
      line[column] = (upper + (matte[top + SIZE + column]! - upper) * fy - low) * stretch;
    }
    const end = (row + 1) * width;
    let place = 0.5 * perColumn - 0.5;
    for (let at = row * width; at < end; at += 1, place += perColumn) {
      const x = place < 0 ? 0 : place > SIZE - 1.001 ? SIZE - 1.001 : place;
      const left = x | 0;
      const before = line[left]!;
      const value = before + (line[left + 1]! - before) * (x - left);
      onto[at] = value <= 0 ? 0 : value >= 255 ? 255 : value;
    }
  }
}

/** A row between two of a matte. */
const line = new Float32Array(SIZE);
