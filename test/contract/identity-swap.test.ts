/** Characters that replace people of a clip, by the installed service. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import {
  dance,
  type DanceMaterial,
  danceSize,
  writeDanceMaterial,
} from '../media/support/dance-material.ts';
import { makeMedia } from '../service/files/media-fixtures.ts';
import { uploadBytes } from './support/http-call.ts';
import { openWorld, type World } from './support/world.ts';

let world: World;
let client: ApiClient;
let accountId: string;
let secret: string;
let clip: string;
let material: DanceMaterial;
let whole: string;
let bust: string;
let video_key: string;

beforeAll(async () => {
  world = await openWorld({ slots: 1 });
  ({ accountId, secret } = await world.newAccount());
  client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
  material = await writeDanceMaterial();
  ({ clip } = material);
  whole = await uploadPng(material.whole);
  bust = await uploadPng(material.bust);
  video_key = await upload(await readFile(clip), 'dance.mp4', 'video/mp4');
}, 120_000);

afterAll(async () => {
  await world.close();
  await rm(material.folder, { recursive: true });
});

function upload(bytes: Uint8Array, name: string, type: string): Promise<string> {
  return uploadBytes(world.service.baseUrl, secret, { bytes, name, type });
}

const uploadPng = async (path: string): Promise<string> =>
  upload(await readFile(path), 'kenji.png', 'image/png');

type Body = Parameters<ApiClient['submitIdentitySwap']>[0]['body'];

async function swap(body: Partial<Body>) {
  const { id } = await client.submitIdentitySwap({
    body: { video_key, character_key: whole, ...body },
  });
  return waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
}

async function save(address: string | null, name: string): Promise<string> {
  const path = join(world.folder, name);
  const reply = await fetch(address ?? '');
  await writeFile(path, new Uint8Array(await reply.arrayBuffer()));
  return path;
}

/** PSNR of the luma at the left and right edges of the upper half, which the dancer does not reach. */
async function measureEdges(resultPath: string): Promise<number> {
  const [before, after] = [await openVideoReader(clip), await openVideoReader(resultPath)];
  let [sum, count] = [0, 0];
  for (let at = await before.next(); at !== null; at = await before.next()) {
    const other = await after.next();
    expect(other).not.toBeNull();
    for (let row = 0; row < danceSize.height / 6; row += 1) {
      for (let column = 0; column < danceSize.width / 4; column += 1) {
        const one = at.planes.y[row * at.planes.strideY + column]!;
        sum += (one - other!.planes.y[row * other!.planes.strideY + column]!) ** 2;
        count += 1;
      }
    }
    before.release(at);
    after.release(other!);
  }
  await Promise.all([before.close(), after.close()]);
  return 10 * Math.log10(219 ** 2 / (sum / count));
}

describe('POST /identity-swap', () => {
  it('puts the whole character into the clip, and leaves the rest of it', async () => {
    const job = await swap({ prompt: 'on a beach' });
    expect(job).toMatchObject({ status: 'succeeded', error: null, stage: null });
    expect(job.notes.map(({ code }) => code)).toEqual(['smaller_output', 'prompt_unused']);
    expect(job.notes[1]?.message).toContain('Put the character in the place of the person');
    const path = await save(job.output_url, 'result.mp4');
    expect(await probeMedia(path)).toMatchObject({
      video: { codec: 'h264', shown: danceSize, framesPerSecond: dance.framesPerSecond },
      audio: null,
    });
    expect(await measureEdges(path)).toBeGreaterThan(38);
    const { report } = await world.service.core.readJobDetails(accountId, job.id);
    expect(report).toMatchObject({
      identity: { method: 'body', reason: null, heldFrames: 0 },
      motion: { limbs: ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'], drivers: 1 },
    });
    // A motionless character in a dancing clip scores 0.3.
    expect(report?.motion?.jointError).toBeLessThan(0.08);
    // The original face is gone: its similarity to the result is no more than that of a stranger.
    expect(report?.identity?.leak).toBeLessThan(0.05);
  }, 120_000);

  it('stops at both stills in advanced mode, and swaps the head when the picture shows no body', async () => {
    const body = { video_key, character_key: whole, mode: 'advanced' } as const;
    const { id } = await client.submitIdentitySwap({ body });
    const waitForStage = (stage: string) =>
      waitForJob(client, id, {
        firstIntervalMs: 50,
        maxIntervalMs: 200,
        isDone: (job) => job.stage === stage,
      });
    const sizeOfPreview = async (address: string | null) => {
      const { width, height } = await sharp(await save(address, 'preview.png')).metadata();
      return { width, height };
    };
    const extracted = await waitForStage('frame_ready');
    expect(await sizeOfPreview(extracted.preview_url)).toEqual(danceSize);
    const early = client.advanceIdentitySwap({ params: { id }, body: { stage: 'motion' } });
    await expect(early).rejects.toMatchObject({ code: 'invalid_input' });
    const changes = { character_key: bust, aspect_ratio: '1:1' } as const;
    await client.advanceIdentitySwap({ params: { id }, body: { stage: 'swap', ...changes } });
    const swapped = await waitForStage('swap_ready');
    expect(await sizeOfPreview(swapped.preview_url)).toEqual({ width: 320, height: 320 });
    await client.advanceIdentitySwap({ params: { id }, body: { stage: 'motion' } });
    const job = await waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
    expect(job).toMatchObject({ status: 'succeeded', error: null, stage: null });
    expect(job.notes.map(({ code }) => code)).toContain('head_only');
    expect(job.credits_charged).toBeGreaterThan(0);
    const { report } = await world.service.core.readJobDetails(accountId, job.id);
    expect(report).toMatchObject({ identity: { method: 'head' } });
    const { video } = await probeMedia(await save(job.output_url, 'head.mp4'));
    expect(video?.shown).toEqual({ width: 320, height: 320 });
  }, 180_000);

  it('has the character speak other audio, for the length of that audio', async () => {
    const script = 'Bob may buy apples.';
    const job = await swap({ audio_mode: 'tts', script, voice_id: 'en-clara' });
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(job.notes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['lips_left', 'clip_repeated']),
    );
    const facts = await probeMedia(await save(job.output_url, 'said.mp4'));
    expect(facts.audio).not.toBeNull();
    const { report } = await world.service.core.readJobDetails(accountId, job.id);
    expect(facts.durationUs / 1000).toBeCloseTo(report?.speech?.durationMs ?? 0, -2);
  }, 180_000);

  it('refuses clips that are too long before anything is held', async () => {
    const long = await makeMedia({ ext: 'mp4', video: 'h264', seconds: 62, size: [64, 64] });
    await expect(
      client.submitIdentitySwap({
        body: {
          video_key: await upload(long, 'long.mp4', 'video/mp4'),
          character_key: whole,
        },
      }),
    ).rejects.toMatchObject({ code: 'input_too_large', details: { reason: 'clip_length' } });
    expect(await client.readBalance()).toMatchObject({ held_usd: 0 });
  }, 60_000);
});
