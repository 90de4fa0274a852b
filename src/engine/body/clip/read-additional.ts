/** Reads stills of a character from the side and from behind, which are shown where the driver turns there. */
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { type BodyDirection, findBodyDirection } from '../body-build.ts';
import { findOwnFace } from '../find-own-face.ts';
import type { BodyPose } from '../joints.ts';
import type { PoseFinder } from '../pose-finder.ts';
import type { BodyView } from '../views/choose-views.ts';
import { findFacing } from '../views/profile-body.ts';
import { readBodyStill, SHORT_SIDE } from './read-character.ts';
import type { StillAnimation } from './still-animation.ts';

/** A still that shows the character from another side than the first. */
export interface AdditionalStill {
  readonly view: Exclude<BodyView, 'front'>;
  readonly image: RgbaImage;
  readonly pose: BodyPose;
  /** True if the image is mirrored: one image serves both sides. */
  readonly isMirrored: boolean;
}

const fields = { front: 'image_key', side: 'side_key', back: 'back_key' } as const;

/**
 * Reads the additional stills of an animation. A side view gives both sides, one of them mirrored. Throws
 * `processing_failed` if one shows nobody, and `invalid_input` if one of them, or the first still, does not show the
 * side that it is for.
 */
export async function readAdditionalStills(
  {
    additional = {},
    models,
    tracker,
    signal,
  }: Pick<StillAnimation, 'additional' | 'models' | 'tracker' | 'signal'>,
  first: BodyDirection,
  finder: PoseFinder,
): Promise<readonly AdditionalStill[]> {
  const stills: AdditionalStill[] = [];
  for (const side of ['side', 'back'] as const) {
    const file = additional[side];
    if (file !== undefined) {
      requireDirection(first, 'front');
      const { refine } = models;
      const field = fields[side];
      const still = await readBodyStill(file.path, finder, {
        shortSide: SHORT_SIDE,
        refine,
        field,
      });
      const { image, frame, pose } = still;
      const faces = await rejectOnAbort(tracker.meter.find(frame), signal);
      const hasFace = findOwnFace(faces, pose.joints) !== null;
      requireDirection(findBodyDirection(pose.joints, hasFace), side);
      const facing = findFacing(pose.joints);
      const views: readonly AdditionalStill['view'][] =
        side === 'back' ? ['back'] : [facing, facing === 'left' ? 'right' : 'left'];
      stills.push(...views.map((view, at) => ({ view, image, pose, isMirrored: at > 0 })));
    }
  }
  return stills;
}

function requireDirection(shown: BodyDirection, wanted: BodyDirection): void {
  if (shown !== wanted) {
    const names = { front: 'from the front', side: 'from the side', back: 'from behind' } as const;
    throw new AppError(
      'invalid_input',
      `The ${wanted} picture of a character of several shows it ${names[shown]}: it has to show it ${names[wanted]}.`,
      { details: { ...faultDetails('other_side'), field: fields[wanted] } },
    );
  }
}
