import { createFaceSwapper } from '../face/face-swapper.ts';
import type { FaceSource } from '../face/face-source.ts';
import type { TimedFrame } from '../io/video-reader.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { createMainPerson } from './main-person.ts';

/** Is shown the frames of a video as they are swapped. Must not change them. */
export interface FrameObserver {
  /** The frame as it was, with the largest of the faces that will be swapped. Not called without one. */
  before(frame: I420Frame, face: TrackedFace): void;
  /** Every frame as it goes on; `shown` is how much of a swapped face is to be seen, 0..1. */
  after(frame: I420Frame, shown: number): void;
}

/** Swaps the faces of frames that are tracked already. */
export interface FrameSwapper {
  /** Changes a frame in place. Returns how much of the most visible swapped face is to be seen, 0..1. */
  swap(frame: Pick<TimedFrame, 'picture' | 'timestampUs'>, faces: readonly TrackedFace[]): number;
  /** Time spent so far, in milliseconds. */
  busyMs(): number;
}

/** A swapper for one stream; see `VideoSwap` for what the settings mean. */
export function createFrameSwapper(
  sources: readonly FaceSource[],
  {
    whom = 'all',
    observer,
  }: { readonly whom?: 'all' | 'main' | undefined; readonly observer?: FrameObserver | undefined },
): FrameSwapper {
  const swappers = sources.map((source) => createFaceSwapper(source));
  const chosen: TrackedFace[] = [];
  const mainPerson = createMainPerson();
  let busyMs = 0;

  function choose(frame: I420Frame, faces: readonly TrackedFace[]): void {
    chosen.length = 0;
    if (whom === 'main') {
      const main = mainPerson.find(frame, faces);
      if (main !== null) {
        chosen.push(main);
      }
      return;
    }
    for (const face of faces) {
      chosen.push(face);
    }
  }

  return {
    swap({ picture, timestampUs }, faces) {
      choose(picture, faces);
      const largest = findLargest(chosen);
      if (largest !== null) {
        observer?.before(picture, largest);
      }
      const startedAtMs = performance.now();
      let shown = 0;
      for (const face of chosen) {
        const swapper = swappers[(face.id - 1) % swappers.length];
        shown = Math.max(shown, swapper?.swap(picture, face, timestampUs) ?? 0);
      }
      busyMs += performance.now() - startedAtMs;
      observer?.after(picture, shown);
      return shown;
    },
    busyMs: () => busyMs,
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
