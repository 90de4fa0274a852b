import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { findBodyDirection, type BodyDirection } from '../body-build.ts';
import { findOwnFace } from '../find-own-face.ts';
import type { BodyTrack } from '../joints.ts';
import { createPoseFinder, type PoseFinder } from '../pose-finder.ts';
import { type BodyStill, readBodyStill, SHORT_SIDE } from './read-character.ts';
import { type AdditionalStill, readAdditionalStills } from './read-additional.ts';
import type { CharacterOrientation, StillAnimation } from './still-animation.ts';
import { trackBody } from './track-body.ts';

/** The still of an animation. */
export interface DrivenStill {
  readonly still: BodyStill;
  /** The same character from other sides. */
  readonly additional: readonly AdditionalStill[];
  readonly faces: readonly TrackedFace[];
  /** Finds bodies in the still and in the frames that are made of it. */
  readonly finder: PoseFinder;
}

/**
 * Reads the stills of an animation. Throws `processing_failed` if one shows nobody, and `invalid_input` if one does not
 * show the side that is asked for.
 */
export async function readDrivenStill(
  animation: Pick<
    StillAnimation,
    'image' | 'additional' | 'placed' | 'models' | 'tracker' | 'signal' | 'orientation'
  >,
): Promise<DrivenStill> {
  const { image, placed, models, tracker, signal, orientation } = animation;
  const { refine } = models;
  const finder = createPoseFinder(models);
  const still = await readBodyStill(image.path, finder, { shortSide: SHORT_SIDE, placed, refine });
  const faces = await rejectOnAbort(tracker.meter.find(still.frame), signal);
  const { joints } = still.pose;
  const shown = findBodyDirection(joints, findOwnFace(faces, joints) !== null);
  requireSide(orientation, shown);
  const additional =
    orientation === 'video' ? await readAdditionalStills(animation, shown, finder) : [];
  return { still, additional, faces, finder };
}

/** Tracks the driver of an animation. Throws the errors of {@link trackBody}. */
export function followDriver(
  { video, maxDurationUs, models, tracker, signal, onProgress }: StillAnimation,
  { finder }: Pick<DrivenStill, 'finder'>,
): Promise<BodyTrack> {
  return trackBody({
    ...video,
    maxShortSide: SHORT_SIDE,
    maxDurationUs,
    finder,
    refine: models.refine,
    tracker,
    signal,
    onFrame: (endUs) => onProgress('preparing', Math.min(1, endUs / maxDurationUs)),
  });
}

/** Throws `invalid_input` if the still does not show the side that is asked for. */
function requireSide(orientation: CharacterOrientation, shown: BodyDirection): void {
  if (orientation === 'video' || orientation === 'image' || orientation === shown) {
    return;
  }
  const names = { front: 'from the front', side: 'from the side', back: 'from behind' } as const;
  throw new AppError(
    'invalid_input',
    `The picture shows the character ${names[shown]}, and character_orientation asks for it ${names[orientation]}. What a picture does not show cannot be made up: use a picture ${names[orientation]}, or image or video as character_orientation.`,
    { details: { ...faultDetails('other_side'), field: 'image_key' } },
  );
}
