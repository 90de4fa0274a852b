import { AppError } from '../../../base/errors.ts';
import { prepareSource, type FaceSource } from '../../face/source/face-source.ts';
import type { HeadModels } from '../../head/swap-head.ts';
import { readStill } from '../../io/video/stills.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import { createFaceFinder, type FinderModels } from '../../track/face-finder.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { SwapWarning } from '../swap-warning.ts';
import { prepareCutout, type CharacterCutout } from './character-cutout.ts';
import { judgeImage, type Showable } from './showable.ts';

/** Character whose face can be shown. Plain memory that threads can transfer. */
export interface Character {
  readonly source: FaceSource;
  readonly showable: Showable;
  readonly warnings: readonly SwapWarning[];
}

/** A character and its source image. */
export interface ReadCharacter {
  readonly character: Character;
  /** Cuts the person out; takes a second or more. */
  cutOut(): CharacterCutout;
}

/** Models that create characters. */
export type CharacterModels = FinderModels & Pick<HeadModels, 'personMatte'>;

/**
 * Longest side of a source image. Larger images cost time without gain: the texture of a face has at most 512 pixels a
 * side.
 */
export const LONGEST_CHARACTER_SIDE = 1280;
/** Width in pixels below which a face is soft at 480p. */
const SMALL_FACE = 90;
/** Width of a face, as a fraction of the image, beside which faces too small for the first pass are ignored. */
const LARGE_FACE = 0.12;
const TURNED = 0.5;

/**
 * Creates a character from a JPEG, PNG or WebP file. Throws `face_not_detected`, `unsupported_format` or
 * `input_too_large`.
 */
export async function readCharacter(
  image: Uint8Array,
  models: CharacterModels,
): Promise<ReadCharacter> {
  const photo: RgbaImage = await readStill(image, { maxSide: LONGEST_CHARACTER_SIDE });
  const frame = toI420(photo);
  const [face, ...others] = createFaceFinder(models, { largeFace: LARGE_FACE }).find(frame);
  if (face === undefined) {
    throw new AppError(
      'face_not_detected',
      'No face was found in the picture of the character. Use one that shows a face from the front.',
    );
  }
  return {
    character: {
      source: prepareSource(photo, face, models.canonicalFace),
      showable: judgeImage(frame, face, models.personMatte),
      warnings: listWarnings(face, others.length + 1),
    },
    cutOut: () => prepareCutout(photo, face, { others, matte: models.personMatte }),
  };
}

function listWarnings({ box, pose }: TrackedFace, count: number): readonly SwapWarning[] {
  const warnings: SwapWarning[] = [];
  if (count > 1) {
    warnings.push({
      code: 'several_faces',
      message: `The picture shows ${count} faces; the largest one is used.`,
    });
  }
  if (box.width < SMALL_FACE) {
    warnings.push({
      code: 'small_face',
      message: `The face is ${Math.round(box.width)} pixels wide and will look soft. From about ${SMALL_FACE} pixels on it is sharp.`,
    });
  }
  if (Math.abs(pose.yaw) > TURNED || Math.abs(pose.pitch) > TURNED) {
    warnings.push({
      code: 'turned_face',
      message:
        'The face is turned aside, so that its far side is made up. A picture from the front looks better.',
    });
  }
  return warnings;
}
