/** Decides whether a whole character fits in place of a driver, before any of it is drawn. */
import { findBodyDirection, findSeenLimbs, hasHips } from '../body-build.ts';
import { type Limb, limbJoints, JOINT_VALUES } from '../joints.ts';
import type { CharacterStill } from './character-still.ts';
import type { SceneReading } from './read-scene.ts';
import type { HeadReason } from './scene-cutout.ts';

/** Maximum fraction of frames in which somebody else touches the driver. */
const MAX_TOUCHED = 0.2;
/** Minimum fraction of frames in which the driver shows the same side as the still. */
const MIN_ALIKE = 0.5;
const VISIBLE = 0.3;

/** Returns the reason why a whole character does not fit; null if it may. */
export function findHeadReason(still: CharacterStill, scene: SceneReading): HeadReason | null {
  const { image, pose, face } = still;
  const { track, touchedFraction } = scene;
  const frames = track.frames.map(({ joints }) => joints);
  if (pose === null || (hasHips(frames, track.size) && !hasHips([pose.joints], image))) {
    return 'body_missing';
  }
  const seen = findSeenLimbs(frames, track.size);
  const isLegMissing = (leg: Limb): boolean => seen[leg] && !isLimbShown(pose.joints, leg, image);
  if (isLegMissing('leftLeg') || isLegMissing('rightLeg')) {
    return 'legs_missing';
  }
  const own = findBodyDirection(pose.joints, face !== null);
  const alike = track.frames.filter(
    (frame) => findBodyDirection(frame.joints, frame.face !== null) === own,
  );
  if (alike.length < frames.length * MIN_ALIKE) {
    return 'other_side';
  }
  return touchedFraction > MAX_TOUCHED ? 'people_touch' : null;
}

function isLimbShown(
  joints: Float32Array,
  limb: Limb,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  return limbJoints[limb].slice(1).every((number) => {
    const [x = 0, y = 0, , visibility = 0] = joints.subarray(number * JOINT_VALUES);
    return x > 0 && y > 0 && x < width && y < height - 2 && visibility > VISIBLE;
  });
}
