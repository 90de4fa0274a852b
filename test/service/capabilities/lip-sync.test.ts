import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { findVoice } from '../../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../../src/engine/voice/speak/speaker.ts';
import { makeClip } from '../../media/make-clip.ts';
import { cutClip } from '../../media/support/cut-clip.ts';
import { talkingHead } from '../../media/support/decode-clip.ts';
import { audit } from '../store/audit.ts';
import { writeFaceClip } from './face-clips.ts';
import { listWorkers, openSwapWorld, type SwapWorld } from './swap-world.ts';

const TIMEOUT_MS = 300_000;
/** Shorter than the speech. */
const CLIP_US = 1_200_000;

let world: SwapWorld;
let folder: string;
let audio_key: string;
let soundUs: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-lips-'));
  world = await openSwapWorld();
  const path = join(folder, 'speech.wav');
  const speaker = openSpeaker();
  const voice = findVoice('en-rowan')!;
  const script = 'Bob, my mum may pay.';
  ({ durationUs: soundUs } = await renderSpeech(speaker, { script, voice, path, format: 'wav' }));
  await speaker.close();
  audio_key = await world.upload(path);
}, TIMEOUT_MS);

afterAll(async () => {
  expect(await audit(world.service.core.context.store)).toEqual([]);
  await world.close();
  await rm(folder, { recursive: true });
});

describe('POST /lip-sync', () => {
  it(
    'gives a clip other speech, for its whole length, and reports the quality',
    async () => {
      const path = join(folder, 'talking.mp4');
      await cutClip(talkingHead, path, { startUs: 9_000_000, durationUs: CLIP_US });
      const video_key = await world.upload(path);
      const submit = () => world.client.submitLipSync({ body: { video_key, audio_key } });
      const { id } = await submit();
      // The hold is the largest possible charge: the length of the sound, for any clip.
      const { held_usd: held } = await world.client.readBalance();
      const first = await world.ended(id);
      expect(held).toBeCloseTo(first.credits_charged, 6);
      expect(first).toMatchObject({ status: 'succeeded', error: null });
      const resultPath = await world.fetchResult(first, 'first.mp4');
      const facts = await probeMedia(resultPath);
      expect(facts.audio).not.toBeNull();
      expect(Math.abs(facts.durationUs - soundUs)).toBeLessThan(100_000);
      expect(soundUs).toBeGreaterThan(CLIP_US);
      expect(first.notes.map(({ code }) => code)).toEqual(['clip_repeated']);

      const { report } = await world.details(first.id);
      const { engine, lips, frames, stages } = jobReportSchema.parse(report);
      expect(stages.map(({ name }) => name)).toEqual([
        'reading',
        'listen',
        'track',
        'library',
        'draw',
        'measure',
        'encode',
        'finishing',
      ]);
      expect(engine).toMatchObject({ name: 'Lip engine', provider: 'CPU' });
      expect(frames!.swapped).toBe(frames!.total);
      expect(lips!.closures.count).toBeGreaterThan(2);
      expect(lips!.closures.closed).toBe(lips!.closures.count);
      expect(lips!.correlation).toBeGreaterThan(0.85);
      expect(Math.abs(lips!.offsetMs!)).toBeLessThan(20);
      expect(lips!.mouths).toBeGreaterThan(0);

      const { id: killedId } = await submit();
      await expect
        .poll(async () => (await world.details(killedId)).progress?.phase, { timeout: TIMEOUT_MS })
        .toBe('rendering');
      const [pid] = await listWorkers();
      process.kill(pid!, 'SIGKILL');
      const second = await world.ended(killedId);
      expect(second).toMatchObject({ status: 'succeeded' });
      expect(await listWorkers()).not.toContain(pid);
      const again = await world.fetchResult(second, 'second.mp4');
      expect((await readFile(again)).equals(await readFile(resultPath))).toBe(true);
      expect(await world.listTemporary()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'stops when it is canceled, gives its hold back and leaves nothing behind',
    async () => {
      const video_key = await world.upload(join(folder, 'talking.mp4'));
      const { id } = await world.client.submitLipSync({ body: { video_key, audio_key } });
      await expect
        .poll(async () => (await world.details(id)).progress?.phase, { timeout: TIMEOUT_MS })
        .toBe('preparing');
      const canceled = await world.client.cancelJob({ params: { job_id: id } });
      expect(canceled).toMatchObject({ status: 'canceled', credits_charged: 0 });
      expect((await world.client.readBalance()).held_usd).toBe(0);
      await expect.poll(() => world.listTemporary()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'refuses sound beyond ten minutes before anything is held',
    async () => {
      const path = join(folder, 'long.flac');
      makeClip(path, {
        container: 'flac',
        video: null,
        audio: { codec: 'flac', sampleRateHz: 8000, channels: 1, seconds: 600.5 },
      });
      const video_key = await world.upload(join(folder, 'talking.mp4'));
      const body = { video_key, audio_key: await world.upload(path) };
      await expect(world.client.submitLipSync({ body })).rejects.toMatchObject({
        code: 'input_too_large',
        details: { reason: 'sound_too_long', max_seconds: 600 },
      });
      expect((await world.client.readBalance()).held_usd).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'names a video that shows no mouth',
    async () => {
      const path = join(folder, 'wall.mp4');
      await writeFaceClip(path, { width: 320, height: 240, frames: 10, empty: () => true });
      const { id } = await world.client.submitLipSync({
        body: { video_key: await world.upload(path), audio_key },
      });
      const { error, credits_charged: charged } = await world.ended(id);
      expect(error).toMatchObject({ code: 'face_not_detected', details: { field: 'video_key' } });
      expect(charged).toBe(0);
    },
    TIMEOUT_MS,
  );
});
