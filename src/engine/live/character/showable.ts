import type { I420Frame } from '../../pixels/frame.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { createPersonMatte } from '../../track/person-matte.ts';
import type { TrackedFace } from '../../track/face-track.ts';

/** Why more than the face of a picture cannot be shown; null when it can. */
export interface Showable {
  readonly noHead: string | null;
  readonly noBody: string | null;
}

/** How far below the chin a picture has to reach for a body, and how much of a head it may cut off; centimetres. */
const LEAST_BODY_CM = 5;
const LARGEST_CUT_CM = 4;
const HEAD_HALF_CM = 12;
const PERSON = 0.5;
const CHIN = 152;

/** Judges how much of a person a picture shows. */
export function judgePicture(
  picture: I420Frame,
  { landmarks, pose }: Pick<TrackedFace, 'landmarks' | 'pose'>,
  model: FixedModel,
): Showable {
  const matte = createPersonMatte(model).matte(picture);
  const chinX = landmarks[CHIN * 3]!;
  const chinY = landmarks[CHIN * 3 + 1]!;
  const perColumn = picture.width / matte.width / pose.scale;
  const perRow = picture.height / matte.height / pose.scale;
  let cutCm = 0;
  for (let column = 0; column < matte.width; column += 1) {
    const x = ((column + 0.5) / matte.width) * picture.width;
    const isHead = Math.abs(x - chinX) < HEAD_HALF_CM * pose.scale;
    cutCm += isHead && matte.values[matte.width + column]! > PERSON ? perColumn : 0;
  }
  const lastRow = ((chinY - 2 * pose.scale) / picture.height) * matte.height;
  for (let row = 0; row < lastRow; row += 1) {
    const start = row * matte.width;
    cutCm += matte.values[start + 1]! > PERSON ? perRow : 0;
    cutCm += matte.values[start + matte.width - 2]! > PERSON ? perRow : 0;
  }
  const noHead = cutCm > LARGEST_CUT_CM ? 'the picture cuts the head off' : null;
  const noBody =
    picture.height - chinY < LEAST_BODY_CM * pose.scale ? 'the picture ends below the chin' : null;
  return { noHead, noBody: noHead ?? noBody };
}
