/**
 * Computes where the person of a clip may be in each of its frames. It fails closed: a person who was not found may be
 * at the positions before and after, and after a longer gap anywhere.
 */
import type { Similarity } from '../../vision/similarity.ts';
import { applyView, composeViews, invertView } from './camera-path.ts';
import { cutFaceHole, type PersonHole } from './person-hole.ts';
import type { Hidden } from './scene-ground.ts';
import type { DriverSight } from './scene-recorder.ts';

/** Area of a frame in which the person may be; `isSure`: it is known well enough to draw a character. */
export interface HiddenFrame {
  readonly hidden: Hidden;
  readonly isSure: boolean;
}

/** Maximum gap between two detections in which the person is assumed to be at both positions, in seconds. */
const LONGEST_GAP_SEC = 0.8;
/** Minimum fraction of the frames with a face in which it was the person's. */
const OWN_FACE = 0.3;

/** Computes all frames; `viewOf` returns the view of a frame of the clip within its scene. */
export function listHiddenFrames(
  frames: readonly DriverSight[],
  framesPerSecond: number,
  viewOf: (frame: number) => Similarity,
): readonly HiddenFrame[] {
  const ownFaces = findOwnFaces(frames);
  const longest = Math.max(1, Math.round(LONGEST_GAP_SEC * framesPerSecond));
  return frames.map((frame, index): HiddenFrame => {
    const strays = frame.faces
      .filter(({ id }) => id !== frame.faceId && ownFaces.has(id))
      .map(({ box }) => cutFaceHole(box));
    if (frame.hole !== null) {
      return { hidden: { holes: [frame.hole, ...strays] }, isSure: true };
    }
    const before = findKnown(frames, index, -1);
    const after = findKnown(frames, index, 1);
    if (before === null || after === null || after - before > longest) {
      return { hidden: 'everything', isSure: false };
    }
    const moved = [before, after].flatMap((other) => {
      const hole = frames[other].hole;
      const view = composeViews(invertView(viewOf(index)), viewOf(other));
      return hole === null ? [] : [moveHole(hole, view)];
    });
    return { hidden: { holes: [...moved, ...strays] }, isSure: true };
  });
}

/**
 * Returns the nearest frame of the same scene, in a direction, in which the person was found; null if there is none.
 */
function findKnown(frames: readonly DriverSight[], from: number, step: 1 | -1): number | null {
  const { scene } = frames[from];
  for (let at = from + step; frames[at]?.scene === scene; at += step) {
    if (frames[at].hole !== null) {
      return at;
    }
  }
  return null;
}

function findOwnFaces(frames: readonly DriverSight[]): ReadonlySet<number> {
  const counts = new Map<number, { own: number; all: number }>();
  for (const { faceId, faces } of frames) {
    for (const { id } of faces) {
      const count = counts.get(id) ?? { own: 0, all: 0 };
      count.all += 1;
      count.own += id === faceId ? 1 : 0;
      counts.set(id, count);
    }
  }
  return new Set([...counts].filter(([, { own, all }]) => own > all * OWN_FACE).map(([id]) => id));
}

function moveHole({ region, runs }: PersonHole, view: Similarity): PersonHole {
  const [centreX, centreY] = applyView(view, region.centreX, region.centreY);
  const scale = Math.hypot(view.a, view.b);
  return {
    runs,
    region: {
      centreX,
      centreY,
      width: region.width * scale,
      height: region.height * scale,
      rotation: region.rotation + Math.atan2(view.b, view.a),
    },
  };
}
