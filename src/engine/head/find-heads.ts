import { AppError } from '../../base/errors.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { toI420 } from '../pixels/yuv.ts';
import { createFaceFinder, type FaceModels } from '../track/face-finder.ts';
import type { FaceBox } from '../track/face-track.ts';
import type { ImageFace } from './head-view.ts';
import { downscaleImage } from './downscale-image.ts';

/** Which of the two pictures of a swap. */
export type HeadInput = 'source' | 'target';

/** The faces of a picture, in pixels of it. */
export interface FoundHeads {
  /** The face that is swapped: the largest one, unless another nearly as large is nearer to the middle. */
  readonly main: ImageFace;
  readonly others: readonly ImageFace[];
}

/** Faces are looked for in a picture of at most about this side. */
const SEARCH_SIDE = 1280;
/** How much nearness to the middle counts against size. */
const MIDDLE_FRACTION = 0.35;

/** Finds the faces of a picture. Throws `face_not_detected` that names the input. */
export function findHeads(picture: RgbaImage, models: FaceModels, input: HeadInput): FoundHeads {
  const factor = Math.max(1, Math.ceil(Math.max(picture.width, picture.height) / SEARCH_SIDE));
  const reduced = downscaleImage(picture, factor);
  const faces = createFaceFinder(models)
    .find(toI420(reduced))
    .map((face) => enlarge(face, factor));
  const rank = ({ box }: ImageFace): number => rankHead(box, picture);
  const [main, ...others] = faces.toSorted((a, b) => rank(b) - rank(a));
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

/** How likely a head is the one that a picture is about: large and near its middle. */
export function rankHead(
  box: Readonly<FaceBox>,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const x = (box.left + box.width / 2) / width - 0.5;
  const y = (box.top + box.height / 2) / height - 0.5;
  return Math.sqrt(box.width * box.height) * (1 - MIDDLE_FRACTION * Math.hypot(x, y));
}

function enlarge({ landmarks, iris, pose, box, confidence }: ImageFace, factor: number): ImageFace {
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
