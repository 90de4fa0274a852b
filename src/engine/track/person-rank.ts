import type { TrackedFace } from './face-track.ts';

/** Where somebody stands among the people of a picture, or of the frames of a video with the most people. */
export interface PersonRank {
  /** 1 for the leftmost. */
  readonly fromLeft: number;
  /** People beside each other, 2 or more. */
  readonly count: number;
}

/** Notes where a person stands from frame to frame. */
export interface RankRecord {
  note(face: Pick<TrackedFace, 'box'>, all: readonly Pick<TrackedFace, 'box'>[]): void;
  /** Where they stand in most of the frames with the most people; null when they are alone in all. */
  read(): PersonRank | null;
}

/** A record of a person that was not seen yet. */
export function createRankRecord(): RankRecord {
  let most = 1;
  let frames: readonly number[] = [];
  return {
    note(face, all) {
      if (all.length > most) {
        most = all.length;
        frames = Array.from({ length: most }, () => 0);
      }
      if (all.length === most && most > 1) {
        const left = middleOf(face);
        const before = all.filter((other) => middleOf(other) < left).length;
        frames = frames.map((count, at) => count + (at === before ? 1 : 0));
      }
    },
    read() {
      const fromLeft = frames.indexOf(Math.max(...frames)) + 1;
      return most === 1 ? null : { fromLeft, count: most };
    },
  };
}

function middleOf({ box }: Pick<TrackedFace, 'box'>): number {
  return box.left + box.width / 2;
}
