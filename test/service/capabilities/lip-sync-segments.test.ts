import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findVoice } from '../../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../../src/engine/voice/speak/speaker.ts';
import { cutClip } from '../../media/support/cut-clip.ts';
import { talkingHead } from '../../media/support/decode-clip.ts';
import { renderSegmented, type SegmentedResult } from './segmented-job.ts';

const TIMEOUT_MS = 300_000;
const script = 'Bob, my mum may pay. The north wind and the sun were arguing, my friend.';

let folder: string;
let clip: string;
let speech: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-lips-'));
  clip = join(folder, 'talking.mp4');
  speech = join(folder, 'speech.wav');
  await cutClip(talkingHead, clip, { startUs: 9_000_000, durationUs: 1_200_000 });
  const speaker = openSpeaker();
  const voice = findVoice('en-rowan')!;
  await renderSpeech(speaker, { script, voice, path: speech, format: 'wav' });
  await speaker.close();
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

const render = (slots: number, isKilled: boolean): Promise<SegmentedResult> =>
  renderSegmented({
    slots,
    segmentMs: 2000,
    isKilled,
    submit: async (world) =>
      world.client.submitLipSync({
        body: { video_key: await world.upload(clip), audio_key: await world.upload(speech) },
      }),
  });

it(
  'a lip sync has the same bytes from one worker and from two of which one dies, and is charged once',
  async () => {
    const alone = await render(1, false);
    const together = await render(2, true);
    expect([alone.max, together.max]).toEqual([1, 2]);
    expect(together.digest).toBe(alone.digest);
    expect(together.job.credits_charged).toBe(alone.job.credits_charged);
    expect(together.report.lips).toEqual(alone.report.lips);
    expect(together.report.frames).toEqual(alone.report.frames);
  },
  TIMEOUT_MS,
);
