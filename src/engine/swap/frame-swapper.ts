import type { TimedFrame } from '../io/video/video-reader.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { KernelArena } from '../pixels/simd/kernels.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { createRankRecord, type PersonRank } from '../track/person-rank.ts';
import type { ChosenPerson } from './chosen-person.ts';
import type { HeldFace } from './held-face.ts';
import { createMainPerson } from './main-person.ts';

/** Observes the frames of a video as they are swapped. Observers must not change frames, which wait for them. */
export interface FrameObserver {
  /**
   * Called with the unchanged frame and the face that will be swapped: with several people that of the first selected
   * one, with `all` the largest. Not called without a face.
   */
  before(frame: I420Frame, face: TrackedFace): Promise<void> | undefined;
  /** Called with every finished frame; `shown` is the opacity of a swapped face, 0..1. */
  after(frame: I420Frame, shown: number): Promise<void> | undefined;
}

/** Swaps faces for those of one person: synchronously on the processor, or asynchronously with networks. */
export interface VideoFaceSwapper {
  /** Preferred arena for frames; any memory when absent. */
  readonly arena?: KernelArena | undefined;
  /** Prepares for frames like this one before the first swap. */
  prepare?(frame: I420Frame): void;
  /** Changes a frame in place. Returns the opacity of the swapped face, 0..1. */
  swap(frame: I420Frame, face: TrackedFace, timestampUs: number): number | Promise<number>;
  /** Returns the state that other parts of the video start with, or null. */
  known?(): HeldFace | null;
  /** Releases its memory after the last video. */
  close?(): void;
}

/** Swaps the faces of tracked frames. */
export interface FrameSwapper {
  /**
   * Changes a frame in place; calls must not overlap. Returns the opacity of the most visible swapped face, 0..1,
   * synchronously if the swappers are synchronous. The observer is not called for a frame that is not `isObserved`.
   */
  swap(frame: SwappedFrame, faces: readonly TrackedFace[], isObserved?: boolean): Answer;
  /** Returns the time spent so far, in milliseconds. */
  busyMs(): number;
  /**
   * Returns the positions of the swapped people among others, without people who were not seen; empty when nobody else
   * was seen, or with `all`.
   */
  ranks(): readonly PersonRank[];
}

/**
 * People whose faces are swapped: all, the main person, or the selected people, each by the swapper with the same
 * index.
 */
export type SwappedPeople = 'all' | 'main' | readonly ChosenPerson[];

/** A number, or a promise if a step is asynchronous. */
type Answer = number | Promise<number>;

type SwappedFrame = Pick<TimedFrame, 'planes' | 'timestampUs'>;

/** Creates a swapper for one stream; see `VideoSwap` for the settings. */
export function createFrameSwapper(
  swappers: readonly VideoFaceSwapper[],
  {
    people = 'all',
    observer,
  }: { readonly people?: SwappedPeople | undefined; readonly observer?: FrameObserver | undefined },
): FrameSwapper {
  const choice = createFaceChoice(people, swappers.length);
  const { chosen, places } = choice;
  let busyMs = 0;
  let current: FrameObserver | undefined;

  function swapOne(index: number, { planes, timestampUs }: SwappedFrame) {
    return swappers[places[index]!]?.swap(planes, chosen[index]!, timestampUs) ?? 0;
  }

  function finish(frame: I420Frame, shown: number, startedAtMs: number): Answer {
    busyMs += performance.now() - startedAtMs;
    return current?.after(frame, shown)?.then(() => shown) ?? shown;
  }

  /** Swaps the faces from `index` on, of which the first is in progress. */
  async function finishLater(
    frame: SwappedFrame,
    { index, first, shown }: { index: number; first: Promise<number>; shown: number },
    startedAtMs: number,
  ): Promise<number> {
    let max = Math.max(shown, await first);
    for (let next = index + 1; next < chosen.length; next += 1) {
      max = Math.max(max, await swapOne(next, frame));
    }
    return finish(frame.planes, max, startedAtMs);
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
    return finish(frame.planes, shown, startedAtMs);
  }

  function swapObserved(frame: SwappedFrame): Answer {
    const face = choice.observed();
    const observing = face === null ? undefined : current?.before(frame.planes, face);
    return observing === undefined ? swapChosen(frame) : observing.then(() => swapChosen(frame));
  }

  return {
    swap(frame, faces, isObserved = true) {
      current = isObserved ? observer : undefined;
      const choosing = choice.choose(frame.planes, faces);
      return choosing === undefined
        ? swapObserved(frame)
        : choosing.then(() => swapObserved(frame));
    },
    busyMs: () => busyMs,
    ranks: () => choice.ranks(),
  };
}

/** Selects the faces of frames that are swapped; `chosen` and `places` are overwritten for each frame. */
function createFaceChoice(swapped: SwappedPeople, count: number) {
  const chosen: TrackedFace[] = [];
  /** Index of the swapper for each of them. */
  const places: number[] = [];
  const people = swapped === 'all' ? [] : swapped === 'main' ? [createMainPerson()] : swapped;
  const ranks = people.map(() => createRankRecord());

  function assignAll(faces: readonly TrackedFace[]): void {
    for (const face of faces) {
      chosen.push(face);
      places.push((face.id - 1) % count);
    }
  }

  function assign(place: number, face: TrackedFace | null, faces: readonly TrackedFace[]): void {
    // Two similar people may match the same face: the first one gets it.
    if (face !== null && !chosen.includes(face)) {
      chosen.push(face);
      places.push(place);
      ranks[place]?.note(face, faces);
    }
  }

  /** Finds people from `first` on; synchronous unless a face has to be compared. */
  function chooseFrom(
    first: number,
    frame: I420Frame,
    faces: readonly TrackedFace[],
  ): Promise<void> | undefined {
    for (let place = first; place < people.length; place += 1) {
      const found = people[place]!.find(frame, faces);
      if (found instanceof Promise) {
        return found.then((face) => {
          assign(place, face, faces);
          return chooseFrom(place + 1, frame, faces);
        });
      }
      assign(place, found, faces);
    }
    return undefined;
  }

  return {
    chosen,
    places,
    /** Synchronous unless a face has to be compared first. */
    choose(frame: I420Frame, faces: readonly TrackedFace[]): Promise<void> | undefined {
      chosen.length = 0;
      places.length = 0;
      if (swapped === 'all') {
        assignAll(faces);
        return undefined;
      }
      return chooseFrom(0, frame, faces);
    },
    /** Returns the face that represents a frame, or null. */
    observed(): TrackedFace | null {
      return swapped === 'all' ? findLargest(chosen) : places[0] === 0 ? (chosen[0] ?? null) : null;
    },
    ranks: () => ranks.flatMap((record) => record.read() ?? []),
  };
}

function findLargest(faces: readonly TrackedFace[]): TrackedFace | null {
  let largest: TrackedFace | null = null;
  for (const face of faces) {
    if (largest === null || computeArea(face) > computeArea(largest)) {
      largest = face;
    }
  }
  return largest;
}

function computeArea({ box }: TrackedFace): number {
  return box.width * box.height;
}
