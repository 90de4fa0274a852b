import type { TrackedFace } from './face-track.ts';

/** Position of a person among the people of an image, or of the video frames with the most people. */
export interface PersonRank {
  /** 1 for the leftmost. */
  readonly fromLeft: number;
  /** Number of people beside each other, 2 or more. */
  readonly count: number;
}

/** Records the position of a person from frame to frame. */
export interface RankRecord {
  note(face: Pick<TrackedFace, 'box'>, all: readonly Pick<TrackedFace, 'box'>[]): void;
  /** Returns the most frequent position in the frames with the most people; null when the person is always alone. */
  read(): PersonRank | null;
}

/** Creates a record of a person who was not seen yet. */
export function createRankRecord(): RankRecord {
  let max = 1;
  let frames: readonly number[] = [];
  return {
    note(face, all) {
      if (all.length > max) {
        max = all.length;
        frames = Array.from({ length: max }, () => 0);
      }
      if (all.length === max && max > 1) {
        const left = computeMiddle(face);
        const before = all.filter((other) => computeMiddle(other) < left).length;
        frames = frames.map((count, at) => count + (at === before ? 1 : 0));
      }
    },
    read() {
      const fromLeft = frames.indexOf(Math.max(...frames)) + 1;
      return max === 1 ? null : { fromLeft, count: max };
    },
  };
}

function computeMiddle({ box }: Pick<TrackedFace, 'box'>): number {
  return box.left + box.width / 2;
}
