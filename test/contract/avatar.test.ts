/** Portraits that speak, from the service as it is installed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { audrey } from '../media/support/stills.ts';
import { makePicture } from '../service/files/picture-fixtures.ts';
import { listWorkers } from '../service/capabilities/swap-world.ts';
import { audit } from '../service/store/audit.ts';
import { makeTone } from '../support/tone.ts';
import { openHookReceiver } from './support/hook-receiver.ts';
import { uploadBytes } from './support/http-call.ts';
import { openWorld, type World } from './support/world.ts';

let world: World;
let client: ApiClient;
let accountId: string;
let secret: string;
let portrait: string;
let small: string;
let tone: string;

beforeAll(async () => {
  world = await openWorld({ slots: 1, policy: { retryDelayMs: 50 } });
  ({ accountId, secret } = await world.newAccount());
  client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
  portrait = await upload(await readFile(audrey), 'audrey.jpg', 'image/jpeg');
  small = await upload(
    await sharp(audrey).resize(300).jpeg().toBuffer(),
    'small.jpg',
    'image/jpeg',
  );
  tone = await upload(makeTone(0.8), 'tone.wav', 'audio/wav');
});

afterAll(async () => {
  expect(await audit(world.service.core.context.store)).toEqual([]);
  await world.close();
});

function upload(bytes: Uint8Array, name: string, type: string): Promise<string> {
  return uploadBytes(world.service.baseUrl, secret, { bytes, name, type });
}

async function animate(body: Parameters<ApiClient['submitAvatar']>[0]['body']) {
  const { id } = await client.submitAvatar({ body });
  return waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
}

async function download(url: string | null) {
  const reply = await fetch(url ?? '');
  const path = join(world.folder, 'result.mp4');
  await writeFile(path, new Uint8Array(await reply.arrayBuffer()));
  return { type: reply.headers.get('content-type'), path, facts: await probeMedia(path) };
}

/** Submits a job and waits until it is at a stage. */
async function startUntil(
  stage: 'preparing' | 'rendering',
  body: Parameters<ApiClient['submitAvatar']>[0]['body'],
): Promise<string> {
  const { id } = await client.submitAvatar({ body });
  await expect
    .poll(async () => (await world.service.core.readJobDetails(accountId, id)).progress?.phase, {
      interval: 20,
      timeout: 60_000,
    })
    .toBe(stage);
  return id;
}

describe('POST /avatar', () => {
  it('makes a portrait speak, reports the voice, also in its webhook, and charges the seconds', async () => {
    const hook = await openHookReceiver();
    const job = await animate({
      image_key: portrait,
      script: 'Hi, Bob.',
      output_resolution_p: 480,
      callback_url: hook.url,
    });
    const notes = [{ code: 'auto_voice', message: expect.stringContaining('en-rowan') }];
    expect(job).toMatchObject({ status: 'succeeded', error: null, notes });
    expect(await hook.body).toMatchObject({ id: job.id, status: 'succeeded', notes });
    const { type, facts } = await download(job.output_url);
    expect(type).toContain('video/mp4');
    expect(facts).toMatchObject({
      video: { codec: 'h264', shown: { width: 480, height: 640 }, framesPerSecond: 25 },
      audio: { codec: 'aac' },
    });
    const seconds = facts.durationUs / 1e6;
    expect(seconds).toBeGreaterThan(0.3);
    expect(job.credits_charged).toBeGreaterThanOrEqual(0.02);
    expect(job.credits_charged).toBeLessThan(0.02 + seconds * 0.01);
    const { report } = await world.service.core.readJobDetails(accountId, job.id);
    expect(report).toMatchObject({
      engine: { name: 'Portrait engine' },
      lips: { closures: { count: 2, closed: 2 } },
    });
    expect(report?.quality.similarityToSource).toBeGreaterThan(0.88);
  }, 120_000);

  it('moves to uploaded audio, ignores a script beside it, and has the same result when its worker is killed', async () => {
    const body = {
      image_key: small,
      audio_key: tone,
      script: 'This is not spoken, however long it may be.',
      voice_id: 'nobody',
    };
    const job = await animate(body);
    expect(job).toMatchObject({ status: 'succeeded', notes: [] });
    const { facts, path } = await download(job.output_url);
    expect(facts.durationUs / 1e6).toBeCloseTo(0.8, 1);
    const bytes = await readFile(path);

    const id = await startUntil('rendering', body);
    const [pid] = await listWorkers();
    process.kill(pid!, 'SIGKILL');
    const again = await waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
    expect(again).toMatchObject({ status: 'succeeded', credits_charged: job.credits_charged });
    expect(await listWorkers()).not.toContain(pid);
    expect((await readFile((await download(again.output_url)).path)).equals(bytes)).toBe(true);
  }, 120_000);

  it('refuses audio beyond a minute before anything is held', async () => {
    const body = {
      image_key: portrait,
      audio_key: await upload(makeTone(60.2), 'long.wav', 'audio/wav'),
    };
    await expect(client.submitAvatar({ body })).rejects.toMatchObject({
      code: 'input_too_large',
      message: expect.stringContaining('60 s'),
    });
    expect(await client.readBalance()).toMatchObject({ held_usd: 0 });
  });

  it('refuses a script that cannot be spoken before anything is held', async () => {
    const submit = (script: string, language?: string) =>
      client.submitAvatar({ body: { image_key: portrait, script, language } });
    await expect(submit('… !')).rejects.toMatchObject({
      code: 'invalid_input',
      details: { reason: 'nothing_to_say' },
    });
    await expect(submit('Hello.', 'Klingon')).rejects.toMatchObject({
      code: 'invalid_input',
      details: { reason: 'no_voice_for', language: 'Klingon' },
    });
    expect(await client.readBalance()).toMatchObject({ held_usd: 0 });
  });

  it('charges nothing for a picture without a face, and names it', async () => {
    const image = await upload(await makePicture('png'), 'plain.png', 'image/png');
    const job = await animate({ image_key: image, script: 'Hello.' });
    expect(job).toMatchObject({
      status: 'failed',
      credits_charged: 0,
      error: { code: 'face_not_detected', details: { field: 'image_key' } },
    });
  });

  it('stops when it is canceled, gives its hold back and leaves nothing behind', async () => {
    const id = await startUntil('preparing', { image_key: small, audio_key: tone });
    const canceled = await client.cancelJob({ params: { job_id: id } });
    expect(canceled).toMatchObject({ status: 'canceled', credits_charged: 0 });
    expect((await client.readBalance()).held_usd).toBe(0);
    const listFiles = async (): Promise<string[]> => {
      const all = await readdir(join(world.folder, 'work'), {
        recursive: true,
        withFileTypes: true,
      });
      return all.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    };
    await expect.poll(listFiles, { timeout: 60_000 }).toEqual([]);
  }, 120_000);
});
