/** Finds the heads of stills that have to be made unrecognisable. */
import { AppError } from '../../base/errors.ts';
import { listHeads } from '../head/find-heads.ts';
import type { ImageFace } from '../head/head-view.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { toI420 } from '../pixels/yuv.ts';
import { createFaceFinder } from '../track/face-finder.ts';
import type { GuardedHeads, HeadGuard } from './edit.ts';
import { type CoveredHead, isWithin, toHeadRegion } from './face/anonymise.ts';
import { createHeadDetector } from './face/head-detector.ts';
import { type ChosenFaces, choosePeople, refuseUnclear } from './people/choose-people.ts';
import type { ReimagineOptions } from './request.ts';

type GuardOptions = Pick<ReimagineOptions, 'models' | 'original'>;

/** Heads of a still. */
interface StillHeads {
  readonly faces: readonly ImageFace[];
  /** Heads without a mesh, such as profiles. */
  readonly further: readonly CoveredHead[];
}

/** Minimum score of a head; lower than in videos, where a cover that is not needed would come and go. */
const MIN_SCORE = 0.3;

/**
 * Finds heads by the finder of faces, and by a detector that does not depend on it: of faces of which the edge of the
 * image cuts half, it finds 16 of 19 instead of 10. In parts of an image it would also find hands.
 */
function searchStill(image: RgbaImage, { models }: Pick<GuardOptions, 'models'>): StillHeads {
  const faces = listHeads(image, models);
  const further = createHeadDetector(models.fullRange)
    .detect(toI420(image), MIN_SCORE)
    .filter((head) => !faces.some(({ box }) => isWithin(head, toHeadRegion(box))));
  return { faces, further };
}

/** Returns the number of heads of a still. */
export function countHeads(image: RgbaImage, options: Pick<GuardOptions, 'models'>): number {
  const { faces, further } = searchStill(image, options);
  return faces.length + further.length;
}

/**
 * Creates the guard of a still. People are counted among the faces of the picture that was sent, of which `removed` were
 * taken out before.
 */
export function createStillGuard(
  image: RgbaImage,
  options: GuardOptions,
  removed: ChosenFaces<ImageFace> | null = null,
): HeadGuard {
  const { models, original } = options;
  // A model may have left a head recognisable or drawn new ones: the heads of both images are covered.
  const seen = new Set([original?.(image) ?? image, image]);
  return {
    listHeads(who) {
      const found = [...seen].map((one) => searchStill(one, options));
      const faces = found.flatMap((heads) => heads.faces);
      const further = found.flatMap((heads) => heads.further);
      if (faces.length + further.length === 0) {
        throw new AppError(
          'face_not_detected',
          'No face was found that could be made unrecognisable, so nothing was let through. Use a picture that shows faces clearly.',
        );
      }
      if (who === undefined) {
        return toGuarded({ chosen: faces, others: [] }, further);
      }
      if (seen.size > 1) {
        throw new AppError(
          'invalid_input',
          'Nobody can be chosen in a picture that a model drew over. Ask for one after the other.',
        );
      }
      if (further.length > 0) {
        // Whoever cannot be counted for certain may be the one who is meant.
        throw refuseUnclear(faces.length + further.length);
      }
      if (removed === null) {
        return toGuarded(choosePeople(faces, who, image.width));
      }
      const all = [...removed.chosen, ...removed.others];
      const { chosen, others } = choosePeople(all, who, image.width);
      const remaining = (some: readonly ImageFace[]): readonly ImageFace[] =>
        some.filter((face) => removed.others.includes(face));
      if (remaining(chosen).length === 0) {
        throw refuseUnclear(all.length);
      }
      return toGuarded({ chosen: remaining(chosen), others: remaining(others) });
    },
    findUncovered: (raster) =>
      createFaceFinder(models)
        .find(toI420(raster))
        .map(({ box }) => toHeadRegion(box)),
  };
}

function toGuarded(
  { chosen, others }: ChosenFaces<ImageFace>,
  further: readonly CoveredHead[] = [],
): GuardedHeads {
  const toRegions = (faces: readonly ImageFace[]): readonly CoveredHead[] =>
    faces.map(({ box }) => toHeadRegion(box));
  return { covered: [...toRegions(chosen), ...further], kept: toRegions(others) };
}
