import { expect, it } from 'vitest';
import type { InspectedBody, Inspection, InspectionAim } from '../../../../contract/inspection.ts';
import { createText } from '../../../i18n/text.ts';
import type { DraftInput } from '../../../stores/draft-files.ts';
import { describeSeen } from './describe-seen.ts';

const text = createText('en');
const face = {
  heightPx: 312,
  sharpness: 6,
  turnDegrees: 8,
  lipGap: 0.02,
  light: 0.5,
  lightRatio: 1.3,
  bridgeContrast: 0.05,
  picture: '',
};
const faces = (change: Partial<Extract<Inspection, { kind: 'faces' }>>): Inspection => ({
  kind: 'faces',
  frames: 1,
  framesWithFace: 1,
  count: 1,
  faces: [face],
  ...change,
});
const body = {
  limbs: ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'],
  hasHips: true,
  direction: 'front',
  touching: [],
  hiddenHands: [],
  seams: { holes: 0, slivers: 0, smears: 0 },
  hasSkirt: false,
  places: null,
  example: null,
} satisfies InspectedBody;
const bodies = (change: Partial<Extract<Inspection, { kind: 'bodies' }>>): Inspection => ({
  kind: 'bodies',
  frames: 7,
  framesWithBody: 7,
  turnedFrames: 0,
  count: 1,
  body,
  ...change,
});
const voice = (durationMs: number): Inspection => ({ kind: 'voice', durationMs, fault: null });

function say(seen: Inspection | null, aim: InspectionAim, { hasAdditional = false } = {}) {
  const file = {
    id: 'a',
    name: 'a',
    kind: 'image',
    sizeBytes: 1,
    url: '',
    hasConsent: true,
  } as const;
  const input: DraftInput = {
    file,
    facts: null,
    thumbUrl: null,
    check: 'good',
    seen,
    seenAs: aim,
    person: 1,
    joints: null,
  };
  return describeSeen(text, input, { aim, hasAdditional });
}

it('is a green check only for files that are usable as they are', () => {
  expect(say(faces({}), 'face')).toEqual({ tone: 'good', text: '1 face, 312 px high' });
  expect(say(faces({ count: 2 }), 'people')).toMatchObject({ tone: 'good' });
  expect(say(faces({}), 'portrait')).toEqual({ tone: 'good', text: '1 face, 312 px high' });
  expect(say(faces({ count: 2 }), 'speaker')).toMatchObject({
    tone: 'good',
    text: expect.stringContaining('who talks'),
  });
  expect(say(voice(12_000), 'voice')).toEqual({ tone: 'good', text: '12 s of a voice' });
});

it.each([
  ['five faces', faces({ count: 5 }), 'face', '5 faces: the one marked is used'],
  ['a small face', faces({ faces: [{ ...face, heightPx: 48 }] }), 'face', /only 48 px high/],
  ['a blurred face', faces({ faces: [{ ...face, sharpness: 0.4 }] }), 'face', /is blurred/],
  [
    'a video without anybody',
    faces({ frames: 11, framesWithFace: 0, count: 0, faces: [] }),
    'people',
    'No face seen in the 11 frames looked at. The swap needs one.',
  ],
  [
    'a portrait that looks away',
    faces({ faces: [{ ...face, turnDegrees: 51 }] }),
    'portrait',
    /51° away\. It can speak up to 45°/,
  ],
  [
    'a portrait turned aside',
    faces({ faces: [{ ...face, turnDegrees: 31 }] }),
    'portrait',
    /31° away\. It can speak/,
  ],
  ['an open mouth', faces({ faces: [{ ...face, lipGap: 0.3 }] }), 'portrait', /wide open/],
  ['glasses', faces({ faces: [{ ...face, bridgeContrast: 0.3 }] }), 'face', /shows glasses/],
  ['a dark portrait', faces({ faces: [{ ...face, light: 0.1 }] }), 'portrait', /is dark/],
  ['uneven light', faces({ faces: [{ ...face, lightRatio: 3 }] }), 'portrait', /much darker/],
  [
    'several faces of a portrait',
    faces({ count: 2, faces: [{ ...face, lipGap: 0.3 }] }),
    'portrait',
    /2 faces/,
  ],
  ['a short sample', voice(3200), 'voice', /^Only 3.2 s long\. 10 to 30 s/],
] as const)('warns of %s', (_, seen, aim, words) => {
  expect(say(seen, aim)).toMatchObject({
    tone: 'warning',
    text: typeof words === 'string' ? words : expect.stringMatching(words),
  });
});

it('describes the expected flaws of bodies, the worst first', () => {
  const withBody = (change: Partial<InspectedBody>) => bodies({ body: { ...body, ...change } });
  expect(say(bodies({}), 'body')).toMatchObject({ tone: 'good' });
  expect(say(bodies({}), 'driver')).toMatchObject({ tone: 'good' });
  expect(say(withBody({ direction: 'side' }), 'body_side')).toMatchObject({ tone: 'good' });
  expect(say(withBody({ direction: 'back' }), 'body_back')).toMatchObject({ tone: 'good' });
  const warned: readonly (readonly [Inspection, InspectionAim, string])[] = [
    [bodies({ count: 3 }), 'body', '3 people'],
    [withBody({ direction: 'back', touching: ['leftArm'] }), 'body', 'from behind'],
    [withBody({ limbs: [], hasHips: false }), 'body', 'Only head and shoulders'],
    [withBody({ touching: ['leftArm', 'rightArm'], hasSkirt: true }), 'body', 'Both arms'],
    [withBody({ hiddenHands: ['leftArm'], hasSkirt: true }), 'body', 'A hand is hidden'],
    [withBody({ seams: { holes: 0.1, slivers: 0, smears: 0 } }), 'body', 'tears'],
    [withBody({ hasSkirt: true }), 'body', 'skirt or coat'],
    [withBody({ limbs: ['leftArm', 'rightArm', 'leftLeg'] }), 'body', 'One arm or leg is'],
    [bodies({ framesWithBody: 0, count: 0, body: null }), 'driver', '7 frames'],
    [bodies({ framesWithBody: 4 }), 'driver', 'in 3 of 7'],
    [bodies({ turnedFrames: 2 }), 'driver', 'in 2 of 7'],
    [withBody({ limbs: ['leftArm', 'rightArm'] }), 'driver', '2 arms and legs'],
    [bodies({}), 'body_side', 'from the front. Here it has to be from the side'],
    [withBody({ direction: 'side' }), 'body_back', 'Here it has to be from behind'],
    [bodies({ framesWithBody: 0, count: 0, body: null }), 'body_back', 'Nobody'],
  ];
  const first = say(withBody({ direction: 'back' }), 'body', { hasAdditional: true });
  expect(first).toEqual({
    tone: 'warning',
    text: expect.stringContaining('has to be from the front'),
  });
  for (const [seen, aim, words] of warned) {
    expect(say(seen, aim)).toEqual({ tone: 'warning', text: expect.stringContaining(words) });
  }
});
