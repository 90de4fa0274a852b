import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { findVoice } from '../../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../../src/engine/voice/speak/speaker.ts';
import { cutClip } from '../../media/support/cut-clip.ts';
import { talkingHead } from '../../media/support/decode-clip.ts';
import { monaLisa } from '../../media/support/stills.ts';
import { openSwapWorld, type SwapWorld } from './swap-world.ts';

const TIMEOUT_MS = 180_000;
/** Four closures in a second. */
const script = 'Mum, Bob.';
/** Long enough to learn a voice of. */
const sample =
  'The north wind and the sun were arguing about which of them was the stronger, when a traveller came along.';

let world: SwapWorld;
let folder: string;
let video_key: string;
let character_key: string;
let audio_key: string;
let voice_sample_key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-said-'));
  world = await openSwapWorld();
  const clip = join(folder, 'talking.mp4');
  await cutClip(talkingHead, clip, { startUs: 9_000_000, durationUs: 1_000_000 });
  const speaker = openSpeaker();
  const speak = async (text: string, name: string): Promise<string> => {
    const path = join(folder, name);
    await renderSpeech(speaker, {
      script: text,
      voice: findVoice('en-rowan')!,
      path,
      format: 'wav',
    });
    return world.upload(path);
  };
  audio_key = await speak(script, 'speech.wav');
  voice_sample_key = await speak(sample, 'sample.wav');
  await speaker.close();
  video_key = await world.upload(clip);
  const portrait = join(folder, 'portrait.png');
  await sharp(monaLisa).resize(320).toFile(portrait);
  character_key = await world.upload(portrait);
}, TIMEOUT_MS);

afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

it.each([
  { audio_mode: 'own_audio', fields: () => ({ audio_key }) },
  { audio_mode: 'voice_clone', fields: () => ({ voice_sample_key, script }) },
] as const)(
  'makes the inserted person speak audio with synchronous lips: $audio_mode',
  async ({ audio_mode, fields }) => {
    const body = { video_key, character_key, audio_mode, ...fields() };
    const { id } = await world.client.submitIdentitySwap({ body });
    const job = await world.ended(id);
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(job.notes.map(({ code }) => code)).not.toContain('lips_left');
    const facts = await probeMedia(await world.fetchResult(job, `${audio_mode}.mp4`));
    expect(facts.audio).not.toBeNull();
    const { report } = await world.details(id);
    const { lips, speech } = jobReportSchema.parse(report);
    // Measured in the finished frames, by a network other than that of the renderer.
    expect(Math.abs(lips?.offsetMs ?? Infinity)).toBeLessThan(20);
    expect(lips?.correlation).toBeGreaterThan(0.8);
    expect(lips?.closures.count).toBeGreaterThan(2);
    expect(lips?.closures.closed).toBe(lips?.closures.count);
    expect(speech === undefined).toBe(audio_mode === 'own_audio');
  },
  TIMEOUT_MS,
);
