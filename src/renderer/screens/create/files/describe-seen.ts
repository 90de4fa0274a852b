import type { Inspection } from '../../../../contract/inspection.ts';
import type { Text } from '../../../i18n/text.ts';
import { formatDuration } from '../../../jobs/job-words.ts';
import { describeBody, describeDriver, describeAdditional } from './body-words.ts';
import type { SeenWords } from './seen-line.ts';
import type { DraftField, DraftInput } from '../../../stores/draft-files.ts';

/** Faces of photos from which a result looks soft, and those of videos that are hardly seen, in pixels. */
const minFacePx = { photo: 80, video: 40 };
/** Below this, a face looks out of focus or moved; a first guess, not calibrated. */
const minSharpness = 1.2;
/** Recommended length of a voice sample. */
const minVoiceMs = 10_000;

/** Text about the content of a file; null while it is inspected, and for an unusable one. */
export function describeSeen(
  text: Text,
  { check, seen, joints }: DraftInput,
  {
    aim,
    choosesPerson = false,
    hasAdditional = false,
  }: Pick<DraftField, 'aim'> & {
    readonly choosesPerson?: boolean | undefined;
    /** True when the form has fields for images of the same subject from other sides. */
    readonly hasAdditional?: boolean | undefined;
  },
): SeenWords | null {
  const { t } = text;
  if (check !== 'good') {
    return null;
  }
  if (seen === null) {
    return { tone: 'good', text: t('form.check.good') };
  }
  if (seen.kind === 'voice') {
    const length = formatDuration(text, seen.durationMs);
    return seen.durationMs < minVoiceMs
      ? { tone: 'warning', text: t('create.seen.voice_short', { length }) }
      : { tone: 'good', text: t('create.seen.voice', { length }) };
  }
  if (seen.kind === 'bodies') {
    if (aim === 'body_side' || aim === 'body_back') {
      return describeAdditional(text, seen, aim === 'body_side' ? 'side' : 'back');
    }
    return aim === 'driver'
      ? describeDriver(text, seen)
      : describeBody(text, seen, { hasPlacedJoints: joints !== null, hasAdditional });
  }
  if (choosesPerson && seen.count > 1) {
    return { tone: 'good', text: t('create.seen.choose', { count: seen.count }) };
  }
  switch (aim) {
    case 'people':
      return describePeople(text, seen);
    case 'speaker':
      return describeSpeaker(text, seen) ?? describePeople(text, seen);
    case 'portrait':
      return describePortrait(text, seen) ?? describePhoto(text, seen);
    case 'face':
      return describeGlasses(text, seen) ?? describePhoto(text, seen);
    case 'head':
    case 'body':
    case 'body_side':
    case 'body_back':
    case 'driver':
    case 'voice':
    case null:
      return describePhoto(text, seen);
  }
}

/** A portrait turned further aside cannot speak; from half of that its far side is inpainted. */
const [maxTurn, noticedTurn] = [45, 25];
/** Lips further apart than this have to be closed artificially, as a fraction of the mouth. */
const openMouth = 0.2;
/** Light below this luma, or more uneven than `maxUneven`, does not match a drawn mouth. */
const minLight = 0.18;
const maxUneven = 2.5;
/**
 * Threshold for a line across the bridge of the nose to count as glasses: wrinkles reach 0.14, thin frames
 * 0.27.
 */
const minBridge = 0.24;

/** Fault that impairs a speaking portrait; null for none. */
function describePortrait({ t }: Text, { count, faces: [face] }: DetectedFaces): SeenWords | null {
  if (face === undefined || count > 1 || face.heightPx < minFacePx.photo) {
    return null;
  }
  const { turnDegrees, lipGap, light, lightRatio } = face;
  const warn = (text: string): SeenWords => ({ tone: 'warning', text });
  if (turnDegrees > maxTurn) {
    return warn(t('create.seen.turned_away', { degrees: turnDegrees, max: maxTurn }));
  }
  if (lipGap > openMouth) {
    return warn(t('create.seen.open_mouth'));
  }
  if (light !== null && light < minLight) {
    return warn(t('create.seen.dark'));
  }
  if (lightRatio !== null && lightRatio > maxUneven) {
    return warn(t('create.seen.uneven_light'));
  }
  return turnDegrees > noticedTurn ? warn(t('create.seen.turned', { degrees: turnDegrees })) : null;
}

/** Glasses are taken off, which can leave marks; null of a face without, or with a heavier fault. */
function describeGlasses({ t }: Text, { count, faces: [face] }: DetectedFaces): SeenWords | null {
  const isWorse = face === undefined || count > 1 || face.heightPx < minFacePx.photo;
  return isWorse || face.bridgeContrast < minBridge
    ? null
    : { tone: 'warning', text: t('create.seen.glasses') };
}

/** Remark on whose lips move when there are several people; null otherwise. */
function describeSpeaker({ t }: Text, { count }: DetectedFaces): SeenWords | null {
  return count > 1 ? { tone: 'good', text: t('create.seen.speakers', { count }) } : null;
}

type DetectedFaces = Extract<Inspection, { readonly kind: 'faces' }>;

function describePeople({ t }: Text, { frames, count, faces }: DetectedFaces): SeenWords {
  const heightPx = faces[0]?.heightPx ?? 0;
  if (count === 0) {
    return { tone: 'warning', text: t('create.seen.nobody', { frames }) };
  }
  return heightPx < minFacePx.video
    ? { tone: 'warning', text: t('create.seen.small_people', { height: heightPx }) }
    : { tone: 'good', text: t('create.seen.people', { count }) };
}

function describePhoto({ t }: Text, { count, faces }: DetectedFaces): SeenWords {
  const [face] = faces;
  const height = face?.heightPx ?? 0;
  if (count > 1) {
    return { tone: 'warning', text: t('create.seen.several', { count }) };
  }
  if (height < minFacePx.photo) {
    return { tone: 'warning', text: t('create.seen.small', { height }) };
  }
  const sharpness = face?.sharpness ?? null;
  return sharpness !== null && sharpness < minSharpness
    ? { tone: 'warning', text: t('create.seen.blurred') }
    : { tone: 'good', text: t('create.seen.face', { height }) };
}
