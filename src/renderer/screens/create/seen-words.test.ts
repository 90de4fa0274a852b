import { expect, it } from 'vitest';
import type { Inspection } from '../../../contract/inspection.ts';
import { createText } from '../../i18n/text.ts';
import type { DraftInput } from '../../stores/draft-files.ts';
import { seenWords } from './seen-words.ts';

const text = createText('en');
const face = { heightPx: 312, sharpness: 6, picture: '' };
const faces = (change: Partial<Extract<Inspection, { kind: 'faces' }>>): Inspection => ({
  kind: 'faces',
  frames: 1,
  framesWithFace: 1,
  count: 1,
  faces: [face],
  ...change,
});
const voice = (durationMs: number): Inspection => ({ kind: 'voice', durationMs, fault: null });

function say(seen: Inspection | null, aim: 'face' | 'people' | 'voice', check = 'good' as const) {
  const file = {
    id: 'a',
    name: 'a',
    kind: 'image',
    sizeBytes: 1,
    url: '',
    hasConsent: true,
  } as const;
  const input: DraftInput = { file, facts: null, thumbUrl: null, check, seen, seenAs: aim };
  return seenWords(text, input, { aim });
}

it('is a green check only for what is usable as it is', () => {
  expect(say(faces({}), 'face')).toEqual({ tone: 'good', text: '1 face, 312 px high' });
  expect(say(faces({ count: 2 }), 'people')).toMatchObject({ tone: 'good' });
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
  ['a short sample', voice(3200), 'voice', /^Only 3.2 s long\. 10 to 30 s/],
] as const)('warns of %s', (_, seen, aim, words) => {
  expect(say(seen, aim)).toMatchObject({
    tone: 'warning',
    text: typeof words === 'string' ? words : expect.stringMatching(words),
  });
});
