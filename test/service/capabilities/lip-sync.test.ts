import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import { probeMedia } from '../../../src/engine/io/probe.ts';
import { findVoice } from '../../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../../src/engine/voice/speak/speaker.ts';
import { cutClip } from '../../media/support/cut-clip.ts';
import { talkingHead } from '../../media/support/decode-clip.ts';
import { audit } from '../store/audit.ts';
import { writeFaceClip } from './face-clips.ts';
import { openSwapWorld, type SwapWorld } from './swap-world.ts';

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
    'gives a clip other words, as long as they are, and tells how well',
    async () => {
      const path = join(folder, 'talking.mp4');
      await cutClip(talkingHead, path, { startUs: 9_000_000, durationUs: CLIP_US });
      const video_key = await world.upload(path);
      const submit = () => world.client.submitLipSync({ body: { video_key, audio_key } });
      const first = await world.ended((await submit()).id);
      expect(first).toMatchObject({ status: 'succeeded', error: null });
      const resultPath = await world.fetchResult(first, 'first.mp4');
      const facts = await probeMedia(resultPath);
      expect(facts.audio).not.toBeNull();
      expect(Math.abs(facts.durationUs - soundUs)).toBeLessThan(100_000);
      expect(soundUs).toBeGreaterThan(CLIP_US);
      expect(first.notes.map(({ code }) => code)).toEqual(['clip_repeated']);

      const { report } = await world.details(first.id);
      const { engine, lips, frames } = jobReportSchema.parse(report);
      expect(engine).toMatchObject({ name: 'Lip engine', provider: 'CPU' });
      expect(frames!.swapped).toBe(frames!.total);
      expect(lips!.closures.count).toBeGreaterThan(2);
      expect(lips!.closures.closed).toBe(lips!.closures.count);
      expect(lips!.correlation).toBeGreaterThan(0.85);
      expect(Math.abs(lips!.offsetMs!)).toBeLessThan(20);
      expect(lips!.mouths).toBeGreaterThan(0);

      const second = await world.ended((await submit()).id);
      const again = await world.fetchResult(second, 'second.mp4');
      expect((await readFile(again)).equals(await readFile(resultPath))).toBe(true);
      expect(await world.listTemporary()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'names the video where there is no mouth to move',
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
