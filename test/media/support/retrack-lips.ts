import { toFrontalShape } from '../../../src/engine/face/shape/face-shape.ts';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import { measureMouth, type MouthMeasures } from '../../../src/engine/talk/mouth/measures.ts';
import { findMouthRest } from '../../../src/engine/talk/mouth/mouth-rest.ts';
import type { FaceBox } from '../../../src/engine/track/face-track.ts';
import { createFaceTracker } from '../../../src/engine/track/face-tracker.ts';
import { createHeadPose, createHeadPoseEstimator } from '../../../src/engine/track/head-pose.ts';
import type { VisemeSpan } from '../../../src/engine/voice/visemes/find-visemes.ts';

/** A mouth as it was found in a finished file. */
export interface SeenLips {
  /** Middle of its frame. */
  readonly timeMs: number;
  readonly frameMs: number;
  /** Gap between the lips in widths; below 0 where the network crosses them. */
  readonly gap: number;
  /** Against the mouth at rest. */
  readonly wide: number;
  readonly box: FaceBox;
  /** The mouth from tracking across frames. */
  readonly mesh: Float32Array<ArrayBuffer>;
}

/**
 * Finds the mouth of one person in every frame of a file by the network, without smoothing. `isSought` selects one of
 * two faces by position.
 */
export async function retrackLips(
  models: OpenedTrackerModels,
  path: string,
  isSought?: (box: FaceBox) => boolean,
): Promise<readonly (SeenLips | null)[]> {
  const maxFaces = isSought === undefined ? 1 : 2;
  const tracker = createFaceTracker(models, { maxFaces, separatesPeople: false });
  const poses = createHeadPoseEstimator(models.canonicalFace);
  const found: {
    seen: Omit<SeenLips, 'wide'>;
    mouth: MouthMeasures;
    shape: Float32Array<ArrayBuffer>;
  }[] = [];
  const order: (number | null)[] = [];
  for await (const { planes, timestampUs, durationUs } of await openVideoReader(path)) {
    const face = tracker.track(planes, timestampUs).find(({ box }) => isSought?.(box) ?? true);
    if (face === undefined) {
      order.push(null);
      continue;
    }
    const pose = createHeadPose();
    poses.estimate(pose, face.rawLandmarks);
    const shape = toFrontalShape({ landmarks: face.rawLandmarks, pose }, models.canonicalFace);
    const mouth = measureMouth(shape);
    order.push(found.length);
    found.push({
      shape,
      mouth,
      seen: {
        timeMs: (timestampUs + durationUs / 2) / 1000,
        frameMs: durationUs / 1000,
        gap: mouth.open,
        box: { ...face.box },
        mesh: face.landmarks.slice(),
      },
    });
  }
  const rest = findMouthRest(found.map(({ shape }) => shape));
  return order.map((at) => {
    const one = at === null ? undefined : found[at];
    return one === undefined ? null : { ...one.seen, wide: one.mouth.wide - rest.measures.wide };
  });
}

/**
 * Returns the smallest gap at each phoneme of a viseme, within half a frame; phonemes outside of all frames are
 * omitted.
 */
export function gapsAt(
  lips: readonly (SeenLips | null)[],
  visemes: readonly VisemeSpan[],
  viseme: VisemeSpan['viseme'],
): number[] {
  return visemes
    .filter((span) => span.viseme === viseme)
    .flatMap(({ startMs, endMs }) => {
      const gaps = lips.flatMap((one) =>
        one !== null &&
        one.timeMs > startMs - one.frameMs / 2 &&
        one.timeMs < endMs + one.frameMs / 2
          ? [one.gap]
          : [],
      );
      return gaps.length === 0 ? [] : [Math.min(...gaps)];
    });
}

/** Gaps in silence that has lasted for a while. */
export function gapsInSilence(
  lips: readonly (SeenLips | null)[],
  visemes: readonly VisemeSpan[],
): number[] {
  return visemes
    .filter(({ viseme, startMs, endMs }) => viseme === 'sil' && endMs - startMs > 250)
    .flatMap(({ startMs, endMs }) =>
      lips.flatMap((one) =>
        one !== null && one.timeMs > startMs + 120 && one.timeMs < endMs - 80 ? [one.gap] : [],
      ),
    );
}
