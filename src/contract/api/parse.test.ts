import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { exampleFileKeys } from './fields.ts';
import type { OperationShape } from './kit.ts';
import { operations } from './operations.ts';
import { parseIdempotencyKey, parseRequest, type RawRequest } from './parse.ts';

const { images, audio, videos } = exampleFileKeys;

function parse(operation: OperationShape, raw: Partial<RawRequest>) {
  return parseRequest(operation, { params: {}, query: {}, body: undefined, ...raw });
}

/** Field and message of a refusal. */
function refuse(operation: OperationShape, raw: Partial<RawRequest>): [unknown, string] {
  try {
    parse(operation, raw);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') {
      return [error.details?.['field'], error.message];
    }
    throw error;
  }
  return expect.fail('It was accepted.');
}

describe('a refused request', () => {
  const avatar = { image_key: images, script: 'Hello.' };
  it.each([
    [{ ...avatar, image_key: undefined }, 'image_key', 'image_key is required.'],
    [{ ...avatar, image_key: 7 }, 'image_key', 'image_key must be a string, not a number.'],
    [{ ...avatar, script: null }, 'script', 'script must be a string, not null.'],
    [{ ...avatar, script: ' \n' }, 'script', 'script must not be empty.'],
    [{ ...avatar, output_resolution_p: 481 }, 'output_resolution_p', 'one of 480, 720, 1080'],
    [{ ...avatar, output_resolution_p: '480' }, 'output_resolution_p', 'one of 480, 720, 1080'],
    [{ ...avatar, image_key: 'https://host/a.png' }, 'image_key', 'must be a file_key of images'],
    [{ ...avatar, image_key: audio }, 'image_key', 'must be a file_key of images'],
    [{ ...avatar, image_key: 'api/images/../a.png' }, 'image_key', 'must be a file_key'],
    [
      { ...avatar, callback_url: 'ftp://host/' },
      'callback_url',
      'must be an http or https address',
    ],
    [
      { ...avatar, imagekey: images },
      'imagekey',
      'Allowed: image_key, script, audio_key, voice_id',
    ],
    [[], '', 'The body must be an object, not an array.'],
    ['text', '', 'The body must be an object, not a string.'],
    [undefined, 'image_key', 'image_key is required.'],
  ])('names what was wrong and what is allowed: %j', (body, field, text) => {
    const [named, message] = refuse(operations.submitAvatar, { body });
    expect(named).toBe(field);
    expect(message).toContain(text);
  });

  it('shows unknown names without their control characters', () => {
    const [, message] = refuse(operations.cancelJob, {
      params: { job_id: 'a' },
      body: { ['x\n\u0085' + 'y'.repeat(200)]: 1 },
    });
    expect(message).toMatch(/^Unknown field "x\?\?y{61}" in the body\./);
  });
});

describe('text', () => {
  const speak = (script: string) => ({ body: { script, voice_id: 'v' } });

  it('is counted in characters, not in code units', () => {
    expect(() => parse(operations.submitTextToSpeech, speak('😀'.repeat(5000)))).not.toThrow();
    const [, message] = refuse(operations.submitTextToSpeech, speak('😀'.repeat(5001)));
    expect(message).toBe('script must have at most 5,000 characters.');
  });

  it('must be something a database can keep', () => {
    for (const bad of ['a\0b', 'a\ud800b']) {
      const [, message] = refuse(operations.submitTextToSpeech, speak(bad));
      expect(message).toContain('valid Unicode');
    }
  });
});

describe('the avatar', () => {
  it('needs a script or audio, and ignores the script beside audio', () => {
    const request = (body: object) => ({ body: { image_key: images, ...body } });
    expect(refuse(operations.submitAvatar, request({}))).toEqual([
      'script',
      'script is required unless audio_key is given.',
    ]);
    for (const body of [
      { script: 'Hi.' },
      { audio_key: audio },
      { audio_key: audio, script: 'Hi.', voice_id: 'v' },
    ]) {
      expect(() => parse(operations.submitAvatar, request(body))).not.toThrow();
    }
  });
});

describe('the identity swap', () => {
  const request = (body: object) => ({
    body: { video_key: videos, character_key: images, ...body },
  });
  const swap = operations.submitIdentitySwap;

  it('fills in defaults', () => {
    expect(parse(swap, request({})).body).toEqual({
      video_key: videos,
      character_key: images,
      mode: 'express',
      resolution: '1k',
      keep_original_sound: true,
      audio_mode: 'original',
    });
  });

  it.each([
    [{ audio_mode: 'own_audio' }, 'audio_key'],
    [{ audio_mode: 'voice_clone', script: 'Hi.' }, 'voice_sample_key'],
    [{ audio_mode: 'voice_clone', voice_sample_key: audio }, 'script'],
    [{ audio_mode: 'tts', script: 'Hi.' }, 'voice_id'],
    [{ audio_mode: 'tts', voice_id: 'v' }, 'script'],
    [{ audio_key: audio }, 'audio_key'],
    [{ audio_mode: 'tts', script: 'Hi.', voice_id: 'v', audio_key: audio }, 'audio_key'],
    [{ audio_mode: 'own_audio', audio_key: audio, voice_sample_key: audio }, 'voice_sample_key'],
    [{ audio_mode: 'own_audio', audio_key: audio, script: 'Hi.' }, 'script'],
    [{ audio_mode: 'own_audio', audio_key: audio, voice_id: 'v' }, 'voice_id'],
    [{ audio_mode: 'original', language: 'en' }, 'language'],
  ])('refuses %j because of %s', (body, field) => {
    expect(refuse(swap, request(body))[0]).toBe(field);
  });

  it.each([
    { audio_mode: 'own_audio', audio_key: audio },
    { audio_mode: 'voice_clone', voice_sample_key: audio, script: 'Hi.' },
    { audio_mode: 'tts', script: 'Hi.', voice_id: 'v', language: 'en' },
  ])('accepts %j', (body) => {
    expect(() => parse(swap, request(body))).not.toThrow();
  });

  it('takes each field of an advance at its own stage only', () => {
    const advance = (body: object) => ({ params: { id: 'a' }, body });
    for (const body of [
      { stage: 'swap', prompt: 'x', aspect_ratio: '1:1', resolution: '2k', character_key: images },
      { stage: 'motion', keep_original_sound: false },
      { stage: 'motion' },
    ]) {
      expect(() => parse(operations.advanceIdentitySwap, advance(body))).not.toThrow();
    }
    expect(
      refuse(operations.advanceIdentitySwap, advance({ stage: 'motion', prompt: 'x' })),
    ).toEqual(['prompt', 'prompt is allowed only when stage is swap, not motion.']);
    expect(
      refuse(
        operations.advanceIdentitySwap,
        advance({ stage: 'swap', keep_original_sound: true }),
      )[0],
    ).toBe('keep_original_sound');
  });
});

describe('numbers', () => {
  it.each([
    [
      operations.submitReimagineVideo,
      { video_key: videos, prompt: 'x' },
      'max_duration_sec',
      1,
      60,
    ],
    [
      operations.submitMotionControl,
      { video_key: videos, image_key: images },
      'max_duration_sec',
      3,
      30,
    ],
    [operations.openSwapSession, {}, 'duration_minutes', 1, 240],
  ] as const)('keep to their bounds', (operation, body, field, min, max) => {
    for (const value of [min, max]) {
      expect(() => parse(operation, { body: { ...body, [field]: value } })).not.toThrow();
    }
    for (const value of [min - 1, max + 1, min + 0.5, String(min), true, null]) {
      expect(refuse(operation, { body: { ...body, [field]: value } })[0]).toBe(field);
    }
  });

  it('of images keep to theirs', () => {
    const request = (count: number) => ({
      body: { prompt: 'x', image_keys: Array.from({ length: count }, () => images) },
    });
    expect(() => parse(operations.submitReimagineImage, request(4))).not.toThrow();
    expect(refuse(operations.submitReimagineImage, request(0))[0]).toBe('image_keys');
    expect(refuse(operations.submitReimagineImage, request(5))[0]).toBe('image_keys');
  });
});

describe('a query', () => {
  it('has its defaults', () => {
    expect(parse(operations.listJobs, {}).query).toEqual({ limit: 50, offset: 0 });
    expect(parse(operations.listUsage, {}).query).toEqual({ limit: 100 });
  });

  it('reads whole numbers as they are usually written, and nothing else', () => {
    expect(parse(operations.listJobs, { query: { limit: '200', offset: '7' } }).query).toEqual({
      limit: 200,
      offset: 7,
    });
    for (const limit of ['0', '201', '', ' 7', '7.0', '+7', '1e1', '0x7', '07', ['7'], '-1']) {
      expect(refuse(operations.listJobs, { query: { limit } })[0]).toBe('limit');
    }
  });

  it('reads instants in UTC unless they say otherwise', () => {
    const read = (from: string) => parse(operations.listUsage, { query: { from } }).query['from'];
    const midnight = Date.UTC(2026, 1, 1);
    for (const text of [
      '2026-02-01',
      '2026-02-01T00:00:00',
      '2026-02-01T00:00:00.000Z',
      '2026-02-01T02:00:00+02:00',
    ]) {
      expect(read(text)).toBe(midnight);
    }
    for (const from of ['', 'yesterday', '2026-02-30', '1769904000', '2026-02-01T00:00:00 02:00']) {
      expect(refuse(operations.listUsage, { query: { from } })[0]).toBe('from');
    }
  });
});

describe('the Idempotency-Key', () => {
  it('is taken bare or in quotes', () => {
    expect(['abc', '"abc"', ' abc '].map(parseIdempotencyKey)).toEqual(['abc', 'abc', 'abc']);
    expect(parseIdempotencyKey(undefined)).toBeNull();
  });

  it.each(['', '""', 'ä', 'a\tb', 'x'.repeat(256)])('is refused as %j', (key) => {
    expect(() => parseIdempotencyKey(key)).toThrow(/Idempotency-Key must have 1 to 255/);
  });

  it('is left alone where it means nothing', () => {
    const raw = { params: { job_id: 'a' }, idempotencyKey: 'ä' };
    expect(parse(operations.cancelJob, raw).idempotencyKey).toBeNull();
  });
});
