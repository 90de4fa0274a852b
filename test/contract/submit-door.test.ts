/**
 * Checks of a submit before its admission, and their exceptions: repeated submits, ignored fields, languages, steps.
 */
import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { operations } from '../../src/contract/api/operations.ts';
import { openBuiltInVoices } from '../../src/service/voices/built-in-voices.ts';
import { openRvcVoices } from '../../src/service/voices/rvc/rvc-voices.ts';
import { type SpeechCheck, type VoiceCatalogue } from '../../src/service/voices/voice-catalogue.ts';
import { callOperation, type HttpCall, type HttpReply } from './support/http-call.ts';
import { makeSamples } from './support/samples.ts';
import { type Customer, everyProcessor, openWorld, type World } from './support/world.ts';

/** The built-in catalogue, until a test removes its voices. */
let areVoicesGone = false;
const builtIn = openBuiltInVoices(
  () => null,
  openRvcVoices({ readFolder: () => null, path: '', onTrouble: () => undefined }),
);
const voices: VoiceCatalogue = {
  ...builtIn,
  async checkSpeech(request: SpeechCheck) {
    if (areVoicesGone) {
      throw new AppError('invalid_input', 'voice_id is not a voice of GET /voices.');
    }
    await builtIn.checkSpeech?.(request);
  },
};

let world: World;
let customer: Customer;
let imageKey: string;
let audioKey: string;

beforeAll(async () => {
  world = await openWorld({ registry: everyProcessor, voices, slots: 1 });
  customer = await world.newAccount();
  const { images, audio } = await makeSamples();
  imageKey = await upload(images);
  audioKey = await upload(audio);
}, 60_000);
beforeEach(() => {
  areVoicesGone = false;
});
afterAll(async () => {
  await world.close();
  await builtIn.close();
});

async function upload(file: Blob): Promise<string> {
  const form = new FormData();
  form.set('file', file, 'sample');
  const reply = await call('uploadFile', { form });
  return z.object({ file_key: z.string() }).parse(reply.body).file_key;
}

function call(name: keyof typeof operations, request: HttpCall): Promise<HttpReply> {
  const { baseUrl } = world.service;
  return callOperation(baseUrl, operations[name], { key: customer.secret, ...request });
}

function readId({ body, message }: HttpReply): string {
  expect(message).toBe('');
  return z.object({ id: z.string() }).parse(body).id;
}

describe('a repeated submit', () => {
  test('is answered with its job when the voice no longer exists', async () => {
    const body = { script: 'Good morning.', voice_id: 'en-felix' };
    const headers = { 'idempotency-key': 'voice' };
    const id = readId(await call('submitTextToSpeech', { body, headers }));
    areVoicesGone = true;
    expect(readId(await call('submitTextToSpeech', { body, headers }))).toBe(id);
    const other = { ...body, script: 'Good evening.' };
    const refused = await call('submitTextToSpeech', { body: other, headers });
    expect(refused).toMatchObject({ status: 422, message: expect.stringContaining('different') });
    expect((await call('submitTextToSpeech', { body })).status).toBe(422);
  });

  test('is answered with its job when its callback address is no longer allowed', async () => {
    const input = { script: 'Good morning.', voice_id: 'en-felix' };
    const callbackUrl = 'http://10.255.0.1:8080/hook';
    // The callback was accepted while its name still resolved to a public address.
    const { job } = await world.service.core.submitJob({
      accountId: customer.accountId,
      feature: 'text_to_speech',
      input,
      callbackUrl,
      idempotencyKey: 'callback',
    });
    const body = { ...input, callback_url: callbackUrl };
    const headers = { 'idempotency-key': 'callback' };
    expect(readId(await call('submitTextToSpeech', { body, headers }))).toBe(job.id);
    expect((await call('submitTextToSpeech', { body })).status).toBe(400);
  });
});

describe('an avatar with audio of its own', () => {
  const portrait = (more: object) => ({ image_key: imageKey, ...more });

  test.each([
    { voice_id: 'nobody' },
    { script: '' },
    { script: 'x'.repeat(5001) },
    { script: 7, voice_id: null },
    { script: 'Hello.', voice_id: 'nobody', language: 'Klingon' },
  ])('ignores %o', async (ignored) => {
    const body = portrait({ audio_key: audioKey, ...ignored });
    const id = readId(await call('submitAvatar', { body }));
    const { input } = await world.service.core.context.store.db
      .selectFrom('jobs')
      .select('input')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(input)).not.toHaveProperty('voice_id');
    expect(JSON.parse(input)).not.toHaveProperty('script');
  });

  test.each([
    { script: 'Hello.', voice_id: 'nobody' },
    { script: '' },
    { script: 'x'.repeat(5001) },
    { script: 'Hello.', language: 'Klingon' },
    { voice_id: 'en-felix' },
  ])('is the only one: %o alone is refused', async (fields) => {
    expect(await call('submitAvatar', { body: portrait(fields) })).toMatchObject({
      status: 422,
      code: 'invalid_input',
    });
  });
});

describe('a language without a voice', () => {
  const script = 'Good morning.';

  test('is refused before admission, for every kind of voice', async () => {
    const { service } = world;
    const before = await service.core.listJobs(customer.accountId, { limit: 200, offset: 0 });
    for (const reply of [
      await call('submitTextToSpeech', { body: { script, voice_id: 'en-felix', language: 'tlh' } }),
      await call('submitVoiceClone', {
        body: { script, voice_sample_key: audioKey, language: 'tlh' },
      }),
      await call('submitAvatar', { body: { script, image_key: imageKey, language: 'tlh' } }),
    ]) {
      expect([reply.status, reply.code], reply.message).toEqual([422, 'invalid_input']);
    }
    const after = await service.core.listJobs(customer.accountId, { limit: 200, offset: 0 });
    expect(after.jobs).toHaveLength(before.jobs.length);
  });

  test('does not matter when the request has audio instead of a script', async () => {
    const body = { script, voice_sample_key: audioKey, language: 'en' };
    expect((await call('submitVoiceClone', { body })).status).toBe(200);
  });
});
