/** Voices and text-to-speech of the service as it is installed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { openHookReceiver } from './support/hook-receiver.ts';
import { openWorld, type World } from './support/world.ts';

let world: World;
let client: ApiClient;

beforeAll(async () => {
  world = await openWorld({ slots: 1 });
  const { secret } = await world.newAccount();
  client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
});

afterAll(() => world.close());

async function speak(body: { script: string; voice_id: string; language?: string }) {
  const { id, status } = await client.submitTextToSpeech({ body });
  expect(status).toBe('queued');
  return waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
}

describe('GET /voices', () => {
  it('lists voices of many languages to every client', async () => {
    const reply = await fetch(`${world.service.baseUrl}/voices`);
    const voices = (await reply.json()) as Record<string, string>[];
    expect(voices.length).toBeGreaterThanOrEqual(40);
    expect(voices[0]).toEqual({
      id: 'en-rowan',
      name: 'Rowan, steady narrator',
      language: 'American English',
    });
    expect(new Set(voices.map(({ language }) => language)).size).toBeGreaterThanOrEqual(20);
  });
});

describe('POST /text-to-speech', () => {
  it('gives a WAV file and charges its seconds', async () => {
    const job = await speak({ script: 'Good morning. It is 9:30.', voice_id: 'en-karl' });
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    const reply = await fetch(job.output_url ?? '');
    expect(reply.headers.get('content-type')).toContain('audio/wav');
    const file = Buffer.from(await reply.arrayBuffer());
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    const seconds = (file.length - 44) / 2 / file.readUInt32LE(24);
    expect(seconds).toBeGreaterThan(1);
    // 0.01 a second, in tenths of a second, at least 0.02.
    const due = Math.max(0.02, (Math.ceil(seconds * 10) / 10) * 0.01);
    expect(job.credits_charged).toBeCloseTo(due, 6);
  });

  it('speaks the language of the script', async () => {
    const job = await speak({ script: 'Guten Morgen, wie geht es Ihnen?', voice_id: 'de-greta' });
    expect(job).toMatchObject({ status: 'succeeded', notes: [] });
  });

  it('reports in the job and in its webhook when another voice spoke', async () => {
    const hook = await openHookReceiver();
    const { id } = await client.submitTextToSpeech({
      body: {
        script: 'Guten Morgen, wie geht es Ihnen heute?',
        voice_id: 'en-karl',
        callback_url: hook.url,
      },
    });
    const job = await waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
    const notes = [{ code: 'other_voice', message: expect.stringContaining('en-karl') }];
    expect(job).toMatchObject({ status: 'succeeded', notes });
    expect(await hook.body).toMatchObject({ id, status: 'succeeded', notes });
  });

  it('refuses a voice that is not in the catalogue', async () => {
    const body = { script: 'Hello.', voice_id: 'nobody' };
    await expect(client.submitTextToSpeech({ body })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('voice_id'),
    });
  });

  it('refuses a language without a voice and lists the available languages', async () => {
    const body = { script: 'Hello.', voice_id: 'en-karl', language: 'Japanese' };
    await expect(client.submitTextToSpeech({ body })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/Japanese.*English, German/),
    });
  });

  it('refuses a script that cannot be spoken before anything is held', async () => {
    const submit = (script: string) =>
      client.submitTextToSpeech({ body: { script, voice_id: 'en-karl' } });
    await expect(submit('!!! …')).rejects.toMatchObject({
      code: 'invalid_input',
      details: { reason: 'nothing_to_say' },
    });
    await expect(submit('明日の朝、東京に行きます。')).rejects.toMatchObject({
      code: 'invalid_input',
      details: { reason: 'no_voice_for', language: 'ja' },
    });
    expect(await client.readBalance()).toMatchObject({ held_usd: 0 });
  });

  it.each([
    ['明日の朝、東京に行きます。', { reason: 'no_voice_for', language: 'ja' }],
    ['Привет, как дела?', { reason: 'unreadable_letters', language: 'en' }],
    ['१२३', { reason: 'unreadable_letters', language: 'en' }],
  ])('says that an English voice cannot read %s', async (script, details) => {
    const body = { script, voice_id: 'en-karl', language: 'en' };
    await expect(client.submitTextToSpeech({ body })).rejects.toMatchObject({
      code: 'invalid_input',
      details,
    });
  });
});
