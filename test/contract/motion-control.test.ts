/** Pictures that move like a clip, by the installed service. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toWavHeader } from '../../src/base/wav-header.ts';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { writeDanceClip } from '../media/support/drawn-clip.ts';
import { createDrawnPerson } from '../media/support/drawn-person.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { makeMedia } from '../service/files/media-fixtures.ts';
import { makePicture } from '../service/files/picture-fixtures.ts';
import { uploadBytes } from './support/http-call.ts';
import { openWorld, type World } from './support/world.ts';

const SECONDS = 3;
const FRAMES_PER_SECOND = 6;

let world: World;
let client: ApiClient;
let accountId: string;
let secret: string;
let image_key: string;
let video_key: string;

beforeAll(async () => {
  world = await openWorld({ slots: 1 });
  ({ accountId, secret } = await world.newAccount());
  client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
  const face = await (await openBuiltModels()).readCanonicalFace();
  const appearance = appearances.find(({ id }) => id === 'kenji')!;
  const draw = await createDrawnPerson(face, { width: 320, height: 480, appearance });
  const { image } = await draw({
    leftArm: [18, 14],
    rightArm: [18, 14],
    leftLeg: [5, 3],
    rightLeg: [5, 3],
  });
  const { width, height, pixels } = image;
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  image_key = await upload(png, 'kenji.png', 'image/png');
  const sound = join(world.folder, 'tone.wav');
  const samples = Int16Array.from({ length: SECONDS * 16_000 }, (_, at) => 8000 * Math.sin(at / 8));
  const header = toWavHeader(16_000, samples.byteLength);
  await writeFile(sound, Buffer.concat([header, Buffer.from(samples.buffer)]));
  const path = join(world.folder, 'dance.mp4');
  await writeDanceClip(path, face, {
    width: 320,
    height: 480,
    seconds: SECONDS,
    framesPerSecond: FRAMES_PER_SECOND,
    sound,
  });
  video_key = await upload(await readFile(path), 'dance.mp4', 'video/mp4');
}, 120_000);

afterAll(() => world.close());

function upload(bytes: Uint8Array, name: string, type: string): Promise<string> {
  return uploadBytes(world.service.baseUrl, secret, { bytes, name, type });
}

async function animate(body: Parameters<ApiClient['submitMotionControl']>[0]['body']) {
  const { id } = await client.submitMotionControl({ body });
  return waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
}

describe('POST /motion-control', () => {
  it('moves a picture like the clip, reports the quality, and charges the seconds', async () => {
    const keep_original_sound = true;
    const job = await animate({ image_key, video_key, prompt: 'on a beach', keep_original_sound });
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(job.notes.map(({ code }) => code)).toEqual(['prompt_unused']);
    const path = join(world.folder, 'result.mp4');
    const reply = await fetch(job.output_url ?? '');
    await writeFile(path, new Uint8Array(await reply.arrayBuffer()));
    const facts = await probeMedia(path);
    expect(facts).toMatchObject({
      video: {
        codec: 'h264',
        shown: { width: 320, height: 480 },
        framesPerSecond: FRAMES_PER_SECOND,
      },
      audio: { codec: 'aac' },
    });
    expect(facts.durationUs / 1e6).toBeCloseTo(SECONDS, 1);
    expect(job.credits_charged).toBeGreaterThan(0);
    const { report } = await world.service.core.readJobDetails(accountId, job.id);
    expect(report).toMatchObject({
      engine: { name: 'Body engine', provider: 'CPU' },
      frames: { total: SECONDS * FRAMES_PER_SECOND },
      motion: {
        limbs: ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'],
        heldFrames: 0,
        cuts: 0,
        drivers: 1,
        seams: { holes: expect.any(Number) },
      },
    });
    // A motionless picture with a dancing clip scores 0.3.
    expect(report?.motion?.jointError).toBeLessThan(0.08);
    expect(report?.motion?.foundFraction).toBeGreaterThan(0.9);
  }, 120_000);

  it('costs nothing when the picture shows no person, or another side than requested', async () => {
    const gradients = await upload(await makePicture('png', [400, 400]), 'a.png', 'image/png');
    expect(await animate({ image_key: gradients, video_key })).toMatchObject({
      status: 'failed',
      credits_charged: 0,
      error: { details: { reason: 'no_person', field: 'image_key' } },
    });
    expect(await animate({ image_key, video_key, character_orientation: 'back' })).toMatchObject({
      status: 'failed',
      credits_charged: 0,
      error: { details: { reason: 'other_side', field: 'image_key' } },
    });
  }, 120_000);

  it('costs nothing where a further picture shows the character from the wrong side', async () => {
    const idempotencyKey = 'a side that is none';
    world.service.core.context.hinted.add(idempotencyKey, { side_key: image_key });
    const { id } = await client.submitMotionControl({
      body: { image_key, video_key },
      idempotencyKey,
    });
    expect(await waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 })).toMatchObject(
      {
        status: 'failed',
        credits_charged: 0,
        error: { details: { reason: 'other_side', field: 'side_key' } },
      },
    );
  }, 120_000);

  it('refuses files outside of the limits before anything is held', async () => {
    const submit = (body: Partial<Parameters<ApiClient['submitMotionControl']>[0]['body']>) =>
      client.submitMotionControl({ body: { image_key, video_key, ...body } });
    const video = async (seconds: number, size: readonly [number, number], ext = 'mp4') =>
      upload(
        await makeMedia({
          ext,
          video: ext === 'mp4' ? 'h264' : 'vp8',
          seconds,
          framesPerSecond: 5,
          size,
        }),
        `a.${ext}`,
        ext === 'mp4' ? 'video/mp4' : 'video/webm',
      );
    const picture = async (format: 'png' | 'webp', size: readonly [number, number]) =>
      upload(await makePicture(format, size), `a.${format}`, `image/${format}`);
    const refused = async (
      key: { readonly image_key: string } | { readonly video_key: string },
      code: string,
      reason: string,
    ) => {
      const [field] = Object.keys(key);
      await expect(submit(key), reason).rejects.toMatchObject({
        code,
        message: expect.stringContaining(field!),
        details: { reason },
      });
    };
    await refused({ video_key: await video(2, [320, 320]) }, 'invalid_input', 'clip_length');
    await refused({ video_key: await video(31, [320, 320]) }, 'input_too_large', 'clip_length');
    await refused({ video_key: await video(3, [320, 240]) }, 'invalid_input', 'sides_short');
    await refused(
      { video_key: await video(3, [320, 320], 'webm') },
      'unsupported_format',
      'mp4_needed',
    );
    await refused(
      { image_key: await picture('webp', [400, 400]) },
      'unsupported_format',
      'jpg_needed',
    );
    await refused(
      { image_key: await picture('png', [800, 310]) },
      'invalid_input',
      'sides_unequal',
    );
    const idempotencyKey = 'a side of another kind';
    const side_key = await picture('webp', [400, 400]);
    world.service.core.context.hinted.add(idempotencyKey, { side_key });
    await expect(
      client.submitMotionControl({ body: { image_key, video_key }, idempotencyKey }),
    ).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('side_key'),
      details: { reason: 'jpg_needed' },
    });
    expect(await client.readBalance()).toMatchObject({ held_usd: 0 });
  }, 60_000);
});
