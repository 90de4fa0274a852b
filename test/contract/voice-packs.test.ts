/** Voices of models of the user, through the REST API of a service that is running already. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { builtInChoice } from '../../src/contract/model-packs.ts';
import { SPEECH_RATE_HZ } from '../../src/engine/voice/bandwidth/band-levels.ts';
import { piperConfig, createTinyPiper } from '../media/packs/tiny-voices.ts';
import { openWorld, type World } from './support/world.ts';

const TIMEOUT_MS = 120_000;

let models: string;
let world: World;
let client: ApiClient;
let accountId: string;

beforeAll(async () => {
  models = join(await mkdtemp(join(tmpdir(), 'guise-voice-packs-')), 'models');
  world = await openWorld({ slots: 1, packs: { folder: models, choice: builtInChoice } });
  const customer = await world.newAccount();
  ({ accountId } = customer);
  client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: customer.secret });
});

afterAll(async () => {
  await world.close();
  await rm(join(models, '..'), { recursive: true });
});

async function speak(script: string, voiceId: string) {
  const { id } = await client.submitTextToSpeech({ body: { script, voice_id: voiceId } });
  const job = await waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
  return { job, details: await world.service.core.readJobDetails(accountId, id) };
}

it(
  'a voice dropped into the folder is listed at once, speaks, and disappears with its file',
  async () => {
    const before = await client.listVoices();
    await mkdir(models);
    const file = join(models, 'de_DE-thorsten-medium.onnx');
    await writeFile(file, createTinyPiper());
    expect(await client.listVoices()).toEqual(before);
    await writeFile(`${file}.json`, piperConfig());
    const voices = await client.listVoices();
    const voice = { name: 'Thorsten, Piper medium', language: 'German' };
    expect(voices.slice(before.length)).toEqual([{ id: 'piper:de_DE-thorsten-medium', ...voice }]);
    const { job, details } = await speak(
      'Guten Morgen. Heute ist der 3. Mai, es ist 9:30 Uhr.',
      'piper:de_DE-thorsten-medium',
    );
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(details.report).toMatchObject({
      engine: {
        name: 'Piper',
        models: [expect.stringMatching(/^piper:de_DE-thorsten-medium \(CPU; licence: Unknown/)],
        reason: 'Speech comes from de_DE-thorsten-medium.onnx in the folder of models.',
      },
      speech: { sampleRateHz: SPEECH_RATE_HZ },
    });
    // The loudness equals that of every other voice.
    expect(details.report?.speech?.loudnessLufs).toBeCloseTo(-16, 0);
    const reply = await fetch(job.output_url ?? '');
    const wav = Buffer.from(await reply.arrayBuffer());
    expect(wav.readUInt32LE(24)).toBe(SPEECH_RATE_HZ);
    expect((wav.length - 44) / 2 / SPEECH_RATE_HZ).toBeGreaterThan(1.5);
    await rm(file);
    expect(await client.listVoices()).toEqual(before);
    await expect(speak('Guten Morgen.', 'piper:de_DE-thorsten-medium')).rejects.toMatchObject({
      code: 'invalid_input',
    });
  },
  TIMEOUT_MS,
);

it(
  'a model that cannot run fails the job with its name and leaves the service and the next job alone',
  async () => {
    const sound = createTinyPiper();
    // Valid interface; one of its operators is unknown.
    const at = Buffer.from(sound).indexOf('Range');
    const broken = Uint8Array.from(sound);
    broken.set(Buffer.from('Rouge'), at);
    await mkdir(models, { recursive: true });
    for (const [name, bytes] of [
      ['broken', broken],
      ['sound', sound],
    ] as const) {
      await writeFile(join(models, `${name}.onnx`), bytes);
      await writeFile(join(models, `${name}.onnx.json`), piperConfig());
    }
    const { job } = await speak('Guten Morgen.', 'piper:broken');
    expect(job).toMatchObject({ status: 'failed', credits_charged: 0 });
    expect(job.error?.message).toContain('broken.onnx');
    expect((await speak('Guten Morgen.', 'piper:sound')).job.status).toBe('succeeded');
  },
  TIMEOUT_MS,
);
