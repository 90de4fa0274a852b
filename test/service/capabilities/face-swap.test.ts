import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { cosineSimilarity } from '../../../src/engine/track/face-embedder.ts';
import { createFaceMeter, type FaceMeter } from '../../../src/engine/track/face-meter.ts';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import { psnr, readAll } from '../../media/io/pictures.ts';
import { openBuiltModels } from '../../media/support/models.ts';
import { audrey, monaLisa, readStill } from '../../media/support/stills.ts';
import { audit } from '../store/audit.ts';
import { twoPeople, writeEmptyStill, writeFaceClip, writePeopleStill } from './face-clips.ts';
import { openSwapWorld, runCalmAndKilled, type SwapWorld, untilRendering } from './swap-world.ts';

const TIMEOUT_MS = 300_000;
const size = { width: 320, height: 240 };

let world: SwapWorld;
let folder: string;
let face_key: string;
let models: OpenedTrackerModels;
let meter: FaceMeter;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-swap-'));
  world = await openSwapWorld();
  face_key = await world.upload(monaLisa);
  models = await openTrackerModels(await openBuiltModels());
  meter = createFaceMeter(models);
}, TIMEOUT_MS);

afterAll(async () => {
  expect(await audit(world.service.core.context.store)).toEqual([]);
  models.close();
  await world.close();
  await rm(folder, { recursive: true });
});

/** Embeddings of all faces, from left to right. */
async function embedFaces(frame: I420Frame): Promise<readonly Float32Array[]> {
  const faces = await meter.find(frame);
  return Promise.all(
    faces
      .toSorted((one, other) => one.box.left - other.box.left)
      .map(async ({ landmarks }) => meter.embed(frame, landmarks)),
  );
}

async function uploadClip(name: string, clip: Parameters<typeof writeFaceClip>[1]) {
  const path = join(folder, name);
  await writeFaceClip(path, clip);
  return { path, key: await world.upload(path) };
}

describe('POST /face-swap', () => {
  it(
    'swaps the face, leaves frames without one and reports the method',
    async () => {
      const clip = await uploadClip('half.mp4', {
        ...size,
        frames: 40,
        empty: (index) => index >= 15 && index < 25,
      });
      const { id } = await world.client.submitFaceSwap({
        body: { video_key: clip.key, face_key, output_resolution_p: 480 },
      });
      const job = await world.ended(id);
      expect(job).toMatchObject({ status: 'succeeded', error: null });
      // 1.6 s of output at 0.01 USD a second, and a minimum of 0.02.
      expect(job.credits_charged).toBe(0.02);

      const before = await readAll(clip.path);
      const after = await readAll(await world.fetchResult(job, 'half.mp4'));
      expect(after.map(({ timestampUs }) => timestampUs)).toEqual(
        before.map(({ timestampUs }) => timestampUs),
      );
      const likeness = after.map(({ planes }, index) => psnr(planes, before[index]!.planes));
      expect(Math.max(...likeness.slice(3, 15))).toBeLessThan(40);
      expect(Math.min(...likeness.slice(16, 25))).toBeGreaterThan(40);

      const { report, progress } = await world.details(id);
      expect(progress).toBeNull();
      const { engine, frames, stages, quality } = jobReportSchema.parse(report);
      expect(engine).toMatchObject({ name: 'Mesh engine', provider: 'CPU' });
      expect(engine.models).toContain('face-mesh');
      expect(engine.models).toContain('hand-landmarks');
      expect(frames).toMatchObject({ total: 40 });
      expect(frames!.swapped).toBeGreaterThan(25);
      expect(frames!.untouched).toContainEqual({ fromUs: 600_000, toUs: 1_000_000 });
      expect(stages.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['preparing', 'track', 'swap', 'encode']),
      );
      expect(quality.trackedShare).toBeCloseTo(frames!.swapped / 40, 5);
      expect(quality.similarityToSource).toEqual(expect.any(Number));
      expect(await world.listTemporary()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'renders the requested duration, and charges it',
    async () => {
      const clip = await uploadClip('long.mp4', { ...size, frames: 40, framesPerSecond: 10 });
      const { id } = await world.client.submitFaceSwap({
        body: { video_key: clip.key, face_key, max_duration_sec: 3 },
      });
      const job = await world.ended(id);
      expect(job).toMatchObject({ status: 'succeeded', credits_charged: 0.03 });
      const facts = await probeMedia(await world.fetchResult(job, 'long.mp4'));
      expect(facts.durationUs).toBe(3_000_000);
    },
    TIMEOUT_MS,
  );

  it.each(['clip', 'picture'])(
    'gives each of two people their own face, in a %s',
    async (kind) => {
      const people = { width: 640, height: 360, frames: 12, people: twoPeople };
      const path = join(folder, `two.${kind === 'clip' ? 'mp4' : 'png'}`);
      await (kind === 'clip' ? writeFaceClip : writePeopleStill)(path, people);
      const key = await world.upload(path);
      const other_face_keys = [await world.upload(audrey)];
      // The woman on the right is chosen; the man beside her is the next entry in the list.
      const submit = { idempotencyKey: `two faces in a ${kind}` };
      world.service.core.context.hinted.add(submit.idempotencyKey, { person: 2, other_face_keys });
      const { id } = await (kind === 'clip'
        ? world.client.submitFaceSwap({ body: { video_key: key, face_key }, ...submit })
        : world.client.submitFaceSwapImage({ body: { image_key: key, face_key }, ...submit }));
      const job = await world.ended(id);
      expect(job).toMatchObject({ status: 'succeeded', error: null });
      expect((await world.details(id)).report).toMatchObject({
        person: { fromLeft: 2, count: 2 },
        otherPeople: [{ fromLeft: 1, count: 2 }],
      });
      const result = await world.fetchResult(job, `two-${kind}`);
      const [left, right] = await embedFaces(
        kind === 'clip' ? (await readAll(result))[6]!.planes : await readStill(result),
      );
      const [mona] = await embedFaces(await readStill(monaLisa));
      const [hepburn] = await embedFaces(await readStill(audrey));
      expect(cosineSimilarity(right!, mona!)).toBeGreaterThan(cosineSimilarity(right!, hepburn!));
      expect(cosineSimilarity(left!, hepburn!)).toBeGreaterThan(cosineSimilarity(left!, mona!));
    },
    TIMEOUT_MS,
  );

  it(
    'names the input without a face, and the inspected time',
    async () => {
      const wall = await uploadClip('wall.mp4', { ...size, frames: 30, empty: () => true });
      const still = join(folder, 'empty.png');
      await writeEmptyStill(still);
      const emptyKey = await world.upload(still);
      const clip = await uploadClip('face.mp4', { ...size, frames: 10 });
      const faceless = await world.client.submitFaceSwap({
        body: { video_key: wall.key, face_key },
      });
      const sourceless = await world.client.submitFaceSwap({
        body: { video_key: clip.key, face_key: emptyKey },
      });
      const inImage = await world.client.submitFaceSwapImage({
        body: { image_key: emptyKey, face_key },
      });
      const failures = await Promise.all(
        [faceless, sourceless, inImage].map(async ({ id }) => (await world.ended(id)).error),
      );
      expect(failures.map((failure) => failure?.code)).toEqual([
        'face_not_detected',
        'face_not_detected',
        'face_not_detected',
      ]);
      expect(failures[0]?.message).toMatch(/^video_key, 0\.0 s to 1\.2 s: /);
      expect(failures[1]?.message).toContain('face_key');
      expect(failures[2]?.message).toContain('image_key');
      // The same as facts, for other languages.
      expect(failures.map((failure) => failure?.details)).toMatchObject([
        { field: 'video_key', frames: 30, framesWithFace: 0, seconds: 1.2 },
        { field: 'face_key' },
        { field: 'image_key' },
      ]);
      const { held_usd } = await world.client.readBalance();
      expect(held_usd).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'returns the same bytes after its worker was killed half-way',
    async () => {
      // Long enough that it is still rendered when a busy machine gets to kill it.
      const clip = await uploadClip('kill.mp4', { ...size, frames: 200 });
      const body = { video_key: clip.key, face_key };
      const { calm, killed } = await runCalmAndKilled(world, () =>
        world.client.submitFaceSwap({ body }),
      );
      expect(killed.credits_charged).toBe(calm.credits_charged);
    },
    TIMEOUT_MS,
  );

  it(
    'stops a canceled job, gives its hold back and leaves nothing behind',
    async () => {
      const clip = await uploadClip('cancel.mp4', { ...size, frames: 200 });
      const { id } = await world.client.submitFaceSwap({ body: { video_key: clip.key, face_key } });
      await untilRendering(world, id);
      const canceled = await world.client.cancelJob({ params: { job_id: id } });
      expect(canceled).toMatchObject({ status: 'canceled', credits_charged: 0 });
      expect((await world.client.readBalance()).held_usd).toBe(0);
      await expect.poll(() => world.listTemporary()).toEqual([]);
      expect(await world.details(id)).toEqual({ progress: null, report: null });
    },
    TIMEOUT_MS,
  );
});
