import { describe, expect, it } from 'vitest';
import type { WireError } from '../../base/errors.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { loadAllCatalogues } from '../i18n/catalogues.ts';
import { createText } from '../i18n/text.ts';
import { describeFailure, describeNext } from './describe-failure.ts';

await loadAllCatalogues();

const job: Pick<LocalJob, 'feature' | 'inputs' | 'stage'> = {
  feature: 'face_swap',
  stage: null,
  inputs: [
    { field: 'video_key', name: 'clip.mp4', kind: 'video', url: 'media/a' },
    { field: 'face_key', name: 'lisa.jpg', kind: 'image', url: 'media/b' },
  ],
};
const say = (language: 'en' | 'de', error: WireError) =>
  describeFailure(createText(language), job, error);

describe('a job in which no face was found', () => {
  const noFace: WireError = {
    code: 'face_not_detected',
    message: 'video_key, 0.0 s to 3.9 s: No face was found in any of the 95 frames of the video.',
    details: { field: 'video_key', frames: 95, framesWithFace: 0 },
  };

  it('names the video and tells to change the video', () => {
    const { title, advice } = say('en', noFace);
    expect(title).toBe('No face was found in clip.mp4');
    expect(advice).toMatch(/^Use a clip /);
  });

  it('names the photo and tells to change the photo', () => {
    const { title, advice } = say('en', { ...noFace, details: { field: 'face_key' } });
    expect(title).toBe('No face was found in lisa.jpg');
    expect(advice).toMatch(/^Use a photo /);
  });

  it('says all of it in German, without the sentence of the service', () => {
    expect(say('de', noFace)).toEqual({
      title: 'Kein Gesicht in clip.mp4 gefunden',
      advice:
        'Nimm einen Clip, in dem ein Gesicht zu sehen ist, nicht zu klein und nicht nur von der Seite.',
      reason: 'Alle 95 Bilder wurden angesehen.',
    });
  });

  it('knows the file of a service that tells it in its sentence alone', () => {
    const { code, message } = noFace;
    expect(say('en', { code, message }).title).toBe('No face was found in clip.mp4');
  });
});

it('marks English-only texts as said by the service', () => {
  const error: WireError = { code: 'processing_failed', message: 'Out of cheese.' };
  expect(say('de', error).reason).toBe('Der Dienst meldet: Out of cheese.');
  expect(say('en', error).reason).toBe('Out of cheese.');
});

it('describes the fault of a voice sample in German', () => {
  const { title, advice, reason } = say('de', {
    code: 'processing_failed',
    message: 'There is no speech in the recording.',
    details: { field: 'voice_sample_key', reason: 'no_speech' },
  });
  expect(title).toBe('Stimmprobe taugt nicht als Probe');
  expect(advice).toMatch(/^Darin spricht niemand/);
  expect(reason).toBeNull();
});

describe('what follows an error of a job', () => {
  const next = (change: Partial<Pick<LocalJob, 'state' | 'retryAtMs'>>, isPaused = false) =>
    describeNext(
      createText('en'),
      { state: 'waiting', retryAtMs: null, ...change },
      { advice: 'Add credit.', isPaused, nowMs: 1_000 },
    );

  it('is the remedy and another attempt for a job that waits in this app', () => {
    expect(next({ retryAtMs: 24_000 })).toBe('Add credit. Guise sends it again in 23 s.');
    expect(next({ retryAtMs: 900 })).toBe('Add credit. Guise sends it again now.');
    expect(next({})).toBe('Add credit. Guise sends it again now.');
    expect(next({ retryAtMs: 24_000 }, true)).toBe(
      'Add credit. Guise sends it again when the queue resumes.',
    );
  });

  it('is a job that goes on at its service, if that has it', () => {
    for (const state of ['queued', 'processing'] as const) {
      expect(next({ state })).toBe('The job continues there. Guise asks again every few seconds.');
    }
  });

  it('is the remedy alone for a job that nobody sends by itself', () => {
    for (const state of ['unconfirmed', 'failed', 'canceled'] as const) {
      expect(next({ state })).toBe('Add credit.');
    }
  });
});

it('names which of several pictures shows a wrong side', () => {
  const inputs = ['image_key', 'side_key'].map((field) => ({
    field,
    name: `${field}.jpg`,
    kind: 'image' as const,
    url: `media/${field}`,
  }));
  const words = describeFailure(
    createText('en'),
    { feature: 'motion_control', stage: null, inputs },
    {
      code: 'invalid_input',
      message: 'The front picture shows it from behind.',
      details: { field: 'image_key', reason: 'other_side' },
    },
  );
  expect(words.title).toBe('image_key.jpg cannot be used here');
  expect(words.advice).toContain('the first picture from the front');
});
