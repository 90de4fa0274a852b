import { AppError } from '../../base/errors.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { toI420 } from '../pixels/yuv.ts';
import { createFaceFinder, type FaceFinderOptions, type FaceModels } from '../track/face-finder.ts';
import type { FaceBox } from '../track/face-track.ts';
import type { ImageFace } from './head-view.ts';
import { downscaleImage } from './downscale-image.ts';

type Size = Pick<RgbaImage, 'width' | 'height'>;

/** One of the two images of a swap. */
export type HeadInput = 'source' | 'target';

/** The faces of an image, in its pixels. */
export interface FoundHeads {
  /** The face that is swapped: the largest one, unless another nearly as large is nearer to the middle. */
  readonly main: ImageFace;
  readonly others: readonly ImageFace[];
}

/** Maximum side in pixels of the image in which faces are detected. */
const SEARCH_SIDE = 1280;
/** Weight of the nearness to the middle against the size. */
const MIDDLE_FRACTION = 0.35;

/** Centre of a face, as fractions of the image. */
export interface HeadCentre {
  readonly x: number;
  readonly y: number;
}

/**
 * Lists the faces of an image in its pixels, beginning with the main one. The list is deterministic. `options` may skip
 * the search for tiny faces beside a large one.
 */
export function listHeads(
  image: RgbaImage,
  models: FaceModels,
  options: FaceFinderOptions = {},
): readonly ImageFace[] {
  const factor = Math.max(1, Math.ceil(Math.max(image.width, image.height) / SEARCH_SIDE));
  const reduced = downscaleImage(image, factor);
  const faces = createFaceFinder(models, options)
    .find(toI420(reduced))
    .map((face) => enlargeFace(face, factor));
  const rank = ({ box }: ImageFace): number => rankHead(box, image);
  return faces.toSorted((a, b) => rank(b) - rank(a));
}

/** Returns the centre of a face in its image. */
export function toHeadCentre({ box }: Pick<ImageFace, 'box'>, { width, height }: Size): HeadCentre {
  return { x: (box.left + box.width / 2) / width, y: (box.top + box.height / 2) / height };
}

/** Finds the faces of an image. Throws `face_not_detected` with the name of the input. */
export function findHeads(image: RgbaImage, models: FaceModels, input: HeadInput): FoundHeads {
  return toFoundHeads(listHeads(image, models), input);
}

/**
 * Finds the faces of the target image; the main one is the nearest to the given position, if any. Throws like {@link
 * findHeads}.
 */
export function findTargetHeads(
  image: RgbaImage,
  models: FaceModels,
  at: HeadCentre | undefined,
): FoundHeads {
  const heads = listHeads(image, models);
  if (at === undefined) {
    return toFoundHeads(heads, 'target');
  }
  const distanceOf = (head: ImageFace): number => {
    const { x, y } = toHeadCentre(head, image);
    return Math.hypot((x - at.x) * image.width, (y - at.y) * image.height);
  };
  return toFoundHeads(
    heads.toSorted((a, b) => distanceOf(a) - distanceOf(b)),
    'target',
  );
}

function toFoundHeads([main, ...others]: readonly ImageFace[], input: HeadInput): FoundHeads {
  if (main === undefined) {
    throw new AppError(
      'face_not_detected',
      input === 'source'
        ? 'No face was found in the face picture. Use one that shows one face clearly.'
        : 'No face was found in the picture whose head is to be replaced.',
      { details: { input } },
    );
  }
  return { main, others };
}

/** Ranks a head by its size and its nearness to the middle of the image. */
function rankHead(box: Readonly<FaceBox>, { width, height }: Size): number {
  const x = (box.left + box.width / 2) / width - 0.5;
  const y = (box.top + box.height / 2) / height - 0.5;
  return Math.sqrt(box.width * box.height) * (1 - MIDDLE_FRACTION * Math.hypot(x, y));
}

/** Returns a face in an image that is enlarged by a factor. */
export function enlargeFace(
  { landmarks, iris, pose, box, confidence }: ImageFace,
  factor: number,
): ImageFace {
  return {
    landmarks: landmarks.map((value) => value * factor),
    iris: iris.map((value) => value * factor),
    pose: { ...pose, scale: pose.scale * factor, rotation: pose.rotation.slice() },
    box: {
      left: box.left * factor,
      top: box.top * factor,
      width: box.width * factor,
      height: box.height * factor,
    },
    confidence,
  };
}
