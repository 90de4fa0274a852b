import type { TimedFrame } from '../io/video-reader.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { KernelArena } from '../pixels/simd/kernels.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { createRankRecord, type PersonRank } from '../track/person-rank.ts';
import type { ChosenPerson } from './chosen-person.ts';
import type { HeldFace } from './held-face.ts';
import { createMainPerson } from './main-person.ts';

/** Is shown the frames of a video as they are swapped. Must not change them; they wait until it has looked. */
export interface FrameObserver {
  /**
   * The frame as it was, with the face that will be swapped: of several that of the first person who was chosen, the largest
   * where all are swapped. Not called without one.
   */
  before(frame: I420Frame, face: TrackedFace): Promise<void> | undefined;
  /** Every frame as it goes on; `shown` is how much of a swapped face is to be seen, 0..1. */
  after(frame: I420Frame, shown: number): Promise<void> | undefined;
}

/** Puts one person on faces, on the processor (then it answers at once) or with networks (then later). */
export interface VideoFaceSwapper {
  /** Where frames lie best for it; anywhere when absent. */
  readonly arena?: KernelArena | undefined;
  /** Makes ready for frames like this one, while nothing can be swapped yet. */
  prepare?(frame: I420Frame): void;
  /** Changes a frame in place. Returns how much of the face is to be seen, 0..1. */
  swap(frame: I420Frame, face: TrackedFace, timestampUs: number): number | Promise<number>;
  /** What other parts of the video begin with; null for nothing. */
  known?(): HeldFace | null;
  /** Frees what it holds, after its last video. */
  close?(): void;
}

/** Swaps the faces of frames that are tracked already. */
export interface FrameSwapper {
  /**
   * Changes a frame in place; the next one may come when this one is done. Returns how much of the most
   * visible swapped face is to be seen, 0..1: at once when the swappers answer at once. The observer does not see
   * a frame that is not `isObserved`.
   */
  swap(frame: SwappedFrame, faces: readonly TrackedFace[], isObserved?: boolean): Answer;
  /** Time spent so far, in milliseconds. */
  busyMs(): number;
  /**
   * Where those who are swapped stand among others, those who were not seen left out; empty where nobody else was seen, and
   * where all are swapped.
   */
  ranks(): readonly PersonRank[];
}

/**
 * Whose faces are swapped: everybody's, those of whom a video is about, or of those who were chosen, each by the swapper at
 * the same place.
 */
export type SwappedPeople = 'all' | 'main' | readonly ChosenPerson[];

/** At once, or later where somebody has to wait. */
type Answer = number | Promise<number>;

type SwappedFrame = Pick<TimedFrame, 'picture' | 'timestampUs'>;

/** A swapper for one stream; see `VideoSwap` for what the settings mean. */
export function createFrameSwapper(
  swappers: readonly VideoFaceSwapper[],
  {
    whom = 'all',
    observer,
  }: { readonly whom?: SwappedPeople | undefined; readonly observer?: FrameObserver | undefined },
): FrameSwapper {
  const choice = createFaceChoice(whom, swappers.length);
  const { chosen, places } = choice;
  let busyMs = 0;
  let current: FrameObserver | undefined;

  function swapOne(index: number, { picture, timestampUs }: SwappedFrame) {
    return swappers[places[index]!]?.swap(picture, chosen[index]!, timestampUs) ?? 0;
  }

  function finish(picture: I420Frame, shown: number, startedAtMs: number): Answer {
    busyMs += performance.now() - startedAtMs;
    return current?.after(picture, shown)?.then(() => shown) ?? shown;
  }

  /** The faces from `index` on, of which the first is on its way. */
  async function finishLater(
    frame: SwappedFrame,
    { index, first, shown }: { index: number; first: Promise<number>; shown: number },
    startedAtMs: number,
  ): Promise<number> {
    let most = Math.max(shown, await first);
    for (let next = index + 1; next < chosen.length; next += 1) {
      most = Math.max(most, await swapOne(next, frame));
    }
    return finish(frame.picture, most, startedAtMs);
  }

  function swapChosen(frame: SwappedFrame): Answer {
    const startedAtMs = performance.now();
    let shown = 0;
    for (let index = 0; index < chosen.length; index += 1) {
      const answer = swapOne(index, frame);
      if (typeof answer !== 'number') {
        return finishLater(frame, { index, first: answer, shown }, startedAtMs);
      }
      shown = Math.max(shown, answer);
    }
    return finish(frame.picture, shown, startedAtMs);
  }

  function swapObserved(frame: SwappedFrame): Answer {
    const face = choice.observed();
    const observing = face === null ? undefined : current?.before(frame.picture, face);
    return observing === undefined ? swapChosen(frame) : observing.then(() => swapChosen(frame));
  }

  return {
    swap(frame, faces, isObserved = true) {
      current = isObserved ? observer : undefined;
      const choosing = choice.choose(frame.picture, faces);
      return choosing === undefined
        ? swapObserved(frame)
        : choosing.then(() => swapObserved(frame));
    },
    busyMs: () => busyMs,
    ranks: () => choice.ranks(),
  };
}

/** Chooses the faces of frames that are swapped; `chosen` and `places` are filled again for each frame. */
function createFaceChoice(whom: SwappedPeople, count: number) {
  const chosen: TrackedFace[] = [];
  /** Which swapper draws on each of them. */
  const places: number[] = [];
  const people = whom === 'all' ? [] : whom === 'main' ? [createMainPerson()] : whom;
  const ranks = people.map(() => createRankRecord());

  function takeAll(faces: readonly TrackedFace[]): void {
    for (const face of faces) {
      chosen.push(face);
      places.push((face.id - 1) % count);
    }
  }

  function take(place: number, face: TrackedFace | null, faces: readonly TrackedFace[]): void {
    // Two who look alike may be found in one face: it is that of the first.
    if (face !== null && !chosen.includes(face)) {
      chosen.push(face);
      places.push(place);
      ranks[place]?.note(face, faces);
    }
  }

  /** People from `first` on; at once as long as nobody has to be looked at. */
  function chooseFrom(
    first: number,
    frame: I420Frame,
    faces: readonly TrackedFace[],
  ): Promise<void> | undefined {
    for (let place = first; place < people.length; place += 1) {
      const found = people[place]!.find(frame, faces);
      if (found instanceof Promise) {
        return found.then((face) => {
          take(place, face, faces);
          return chooseFrom(place + 1, frame, faces);
        });
      }
      take(place, found, faces);
    }
    return undefined;
  }

  return {
    chosen,
    places,
    /** At once, unless somebody has to be looked at first. */
    choose(frame: I420Frame, faces: readonly TrackedFace[]): Promise<void> | undefined {
      chosen.length = 0;
      places.length = 0;
      if (whom === 'all') {
        takeAll(faces);
        return undefined;
      }
      return chooseFrom(0, frame, faces);
    },
    /** The face that stands for all of a frame; null where it has none. */
    observed(): TrackedFace | null {
      return whom === 'all' ? findLargest(chosen) : places[0] === 0 ? (chosen[0] ?? null) : null;
    },
    ranks: () => ranks.flatMap((record) => record.read() ?? []),
  };
}

function findLargest(faces: readonly TrackedFace[]): TrackedFace | null {
  let largest: TrackedFace | null = null;
  for (const face of faces) {
    if (largest === null || areaOf(face) > areaOf(largest)) {
      largest = face;
    }
  }
  return largest;
}

function areaOf({ box }: TrackedFace): number {
  return box.width * box.height;
}
