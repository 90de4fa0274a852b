import type { Inspection, InspectedBody } from '../../../../contract/inspection.ts';
import type { Text } from '../../../i18n/text.ts';
import { gradeTears } from '../../../../contract/seam-grade.ts';
import type { SeenWords } from './seen-line.ts';

/** Result of a body inspection. */
export type BodyInspection = Extract<Inspection, { readonly kind: 'bodies' }>;

const ALL_LIMBS = 4;
/** Fraction of the inspected frames from which a driver is reported as turned away or absent. */
const NOTICED = 0.2;

/** Remarks on the person of an image to animate, the worst first. */
export function describeBody(
  { t }: Text,
  { count, body }: BodyInspection,
  {
    hasPlacedJoints,
    hasAdditional,
  }: { readonly hasPlacedJoints: boolean; readonly hasAdditional: boolean },
): SeenWords {
  const warn = (text: string): SeenWords => ({ tone: 'warning', text });
  if (body === null) {
    return warn(t('create.seen.body.nobody'));
  }
  const { limbs, hasHips, direction, touching, hiddenHands, seams, hasSkirt } = body;
  if (hasAdditional && direction !== 'front') {
    return warn(t('create.seen.body.first', { side: direction }));
  }
  if (count > 1) {
    return warn(t('create.seen.body.several', { count }));
  }
  if (direction !== 'front') {
    return warn(t('create.seen.body.turned', { side: direction }));
  }
  if (!hasHips && limbs.length === 0) {
    return warn(t('create.seen.body.bust'));
  }
  if (seams !== null && gradeTears(seams) === 'unconvincing') {
    return warn(t('create.seen.body.torn'));
  }
  if (hiddenHands.length > 0) {
    return warn(t('create.seen.body.hidden', { count: hiddenHands.length }));
  }
  if (touching.length > 0) {
    return warn(t('create.seen.body.touching', { count: touching.length }));
  }
  if (hasSkirt) {
    return warn(t('create.seen.body.skirt'));
  }
  return limbs.length < ALL_LIMBS
    ? warn(t('create.seen.body.cut', { count: countMissing(body) }))
    : { tone: 'good', text: t(`create.seen.body.${hasPlacedJoints ? 'placed' : 'good'}`) };
}

/** Remarks on a further picture of a person who is to move, which has to show a given side of them. */
export function describeAdditional(
  { t }: Text,
  { count, body }: BodyInspection,
  side: 'side' | 'back',
): SeenWords {
  const warn = (text: string): SeenWords => ({ tone: 'warning', text });
  if (body === null) {
    return warn(t('create.seen.body.nobody'));
  }
  if (body.direction !== side) {
    return warn(t('create.seen.body.other_side', { side, shown: body.direction }));
  }
  return count > 1
    ? warn(t('create.seen.body.several', { count }))
    : { tone: 'good', text: t('create.seen.body.further', { side }) };
}

/** Remarks on a clip whose motion is to be copied, the worst first. */
export function describeDriver({ t }: Text, seen: BodyInspection): SeenWords {
  const { frames, framesWithBody, turnedFrames, count, body } = seen;
  const warn = (text: string): SeenWords => ({ tone: 'warning', text });
  if (body === null) {
    return warn(t('create.seen.driver.nobody', { frames }));
  }
  if (count > 1) {
    return warn(t('create.seen.driver.several', { count }));
  }
  if (frames - framesWithBody > NOTICED * frames) {
    return warn(t('create.seen.driver.away', { count: frames - framesWithBody, frames }));
  }
  if (turnedFrames > NOTICED * frames) {
    return warn(t('create.seen.driver.turned', { count: turnedFrames, frames }));
  }
  return body.limbs.length < ALL_LIMBS
    ? warn(t('create.seen.driver.cut', { count: countMissing(body) }))
    : { tone: 'good', text: t('create.seen.driver.good') };
}

function countMissing({ limbs }: InspectedBody): number {
  return ALL_LIMBS - limbs.length;
}
