import type { I420Frame } from '../../pixels/frame.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte, type Matte } from '../../track/person-matte.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { LiveMode } from '../live-mode.ts';

/** Parts of the person in an image that can be shown. */
export interface Showable {
  /** Reason why the head cannot be shown; null when it can. */
  readonly noHead: string | null;
  /** Reason why the body cannot be shown; null when it can. */
  readonly noBody: string | null;
  /** Default mode: the body where the image shows one, else the head, else the face. */
  readonly usualMode: LiveMode;
}

/**
 * Minimum extent of an image below the chin for a body, and maximum length of the person's contour at the image's edges
 * around a head; centimetres.
 */
const MIN_BODY_CM = 5;
const LARGEST_CUT_CM = 4;
const HEAD_HALF_CM = 12;
const PERSON = 0.5;
const CHIN = 152;
/**
 * Region of the torso below the chin, its minimum width, and the distance from the chin beyond which pixels belong to
 * another person; centimetres. Portraits end 10 to 20 cm below the chin.
 */
const TORSO_FROM_CM = 8;
const TORSO_TO_CM = 25;
const TORSO_WIDTH_CM = 18;
const ASIDE_CM = 35;

/** Judges which parts of a person an image shows. */
export function judgeImage(
  frame: I420Frame,
  { landmarks, pose }: Pick<TrackedFace, 'landmarks' | 'pose'>,
  model: FixedModel,
): Showable {
  const matte = createPersonMatte(model).matte(frame);
  const chinX = landmarks[CHIN * 3]!;
  const chinY = landmarks[CHIN * 3 + 1]!;
  const perColumn = frame.width / matte.width / pose.scale;
  const perRow = frame.height / matte.height / pose.scale;
  let cutCm = 0;
  for (let column = 0; column < matte.width; column += 1) {
    const x = ((column + 0.5) / matte.width) * frame.width;
    const isHead = Math.abs(x - chinX) < HEAD_HALF_CM * pose.scale;
    cutCm += isHead && matte.values[matte.width + column]! > PERSON ? perColumn : 0;
  }
  const lastRow = ((chinY - 2 * pose.scale) / frame.height) * matte.height;
  for (let row = 0; row < lastRow; row += 1) {
    const start = row * matte.width;
    cutCm += matte.values[start + 1]! > PERSON ? perRow : 0;
    cutCm += matte.values[start + matte.width - 2]! > PERSON ? perRow : 0;
  }
  const noHead = cutCm > LARGEST_CUT_CM ? 'the picture cuts the head off' : null;
  const noBody =
    frame.height - chinY < MIN_BODY_CM * pose.scale ? 'the picture ends below the chin' : null;
  const hasTorso = isTorsoShown(matte, frame, { chinX, chinY, perCm: pose.scale });
  const usualMode = noHead !== null ? 'face' : noBody === null && hasTorso ? 'body' : 'head';
  return { noHead, noBody: noHead ?? noBody, usualMode };
}

/** Checks that the person is wide enough in every row of the torso. */
function isTorsoShown(
  matte: Matte,
  frame: I420Frame,
  {
    chinX,
    chinY,
    perCm,
  }: { readonly chinX: number; readonly chinY: number; readonly perCm: number },
): boolean {
  const columnCm = frame.width / matte.width / perCm;
  const rowOf = (cm: number): number =>
    Math.floor(((chinY + cm * perCm) / frame.height) * matte.height);
  const lastRow = rowOf(TORSO_TO_CM);
  if (lastRow >= matte.height) {
    return false;
  }
  for (let row = rowOf(TORSO_FROM_CM); row <= lastRow; row += 1) {
    let widthCm = 0;
    for (let column = 0; column < matte.width; column += 1) {
      const asideCm = (((column + 0.5) / matte.width) * frame.width - chinX) / perCm;
      const isPerson = matte.values[row * matte.width + column]! > PERSON;
      widthCm += isPerson && Math.abs(asideCm) < ASIDE_CM ? columnCm : 0;
    }
    if (widthCm < TORSO_WIDTH_CM) {
      return false;
    }
  }
  return true;
}
