import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findVoice } from '../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../src/engine/voice/speak/speaker.ts';
import { type KeptFrame, psnr, readAll } from '../media/io/pictures.ts';
import { cutClip } from '../media/support/cut-clip.ts';
import { danceSize, writeDanceMaterial } from '../media/support/dance-material.ts';
import { talkingHead } from '../media/support/decode-clip.ts';
import { writeDanceClip } from '../media/support/drawn-clip.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { audrey, monaLisa } from '../media/support/stills.ts';
import { openSwapWorld, type SwapWorld } from '../service/capabilities/swap-world.ts';
import { atLeast, atMost, type Measurement, type Metric, toMetric } from './harness.ts';

/** A kind of video, its request, and the length of its segments. */
interface Kind {
  readonly name: string;
  readonly segmentMs: number;
  readonly submit: (world: SwapWorld) => Promise<{ readonly id: string }>;
}

/** Length of segments, short so that a short video has several. */
const SHORT_MS = 2000;
/** Length of segments of a face swap: long enough to learn the face. */
const SWAP_MS = 6000;
/** PSNR that stands for identical frames. */
const EQUAL_DB = 100;
const script =
  'Bob, my mum may pay. The north wind and the sun were arguing, my friend, when a traveller came along.';

/**
 * Renders every kind of video in segments with 1, 2 and 5 workers, and in one run. Checks that all numbers of workers
 * produce the same bytes, and measures the similarity to the render in one run.
 */
export const measurement: Measurement = {
  title: 'Segments of videos',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-segments-'));
    const material = await writeDanceMaterial();
    try {
      const metrics: Metric[] = [];
      for (const kind of await writeKinds(folder, material)) {
        metrics.push(...(await measureKind(kind, note)));
      }
      return metrics;
    } finally {
      await rm(folder, { recursive: true });
      await rm(material.folder, { recursive: true });
    }
  },
};

async function writeKinds(
  folder: string,
  material: Awaited<ReturnType<typeof writeDanceMaterial>>,
): Promise<readonly Kind[]> {
  const [talking, long, speech, portrait, dance] = [
    'talking.mp4',
    'long-talking.mp4',
    'speech.wav',
    'audrey.jpg',
    'long.mp4',
  ];
  const at = (name: string | undefined): string => join(folder, name ?? '');
  await cutClip(talkingHead, at(talking), { startUs: 9_000_000, durationUs: 6_400_000 });
  await cutClip(talkingHead, at(long), { startUs: 9_000_000, durationUs: 12_800_000 });
  const speaker = openSpeaker();
  const voice = findVoice('en-rowan')!;
  await renderSpeech(speaker, { script, voice, path: at(speech), format: 'wav' });
  await speaker.close();
  await sharp(audrey).resize(300).jpeg().toFile(at(portrait));
  const face = await (await openBuiltModels()).readCanonicalFace();
  await writeDanceClip(at(dance), face, { ...danceSize, seconds: 6, framesPerSecond: 5 });
  return [
    {
      name: 'face swap',
      segmentMs: SWAP_MS,
      submit: async (world) =>
        world.client.submitFaceSwap({
          body: {
            video_key: await world.upload(at(long)),
            face_key: await world.upload(monaLisa),
          },
        }),
    },
    {
      name: 'reimagined video',
      segmentMs: 4 * SHORT_MS,
      submit: async (world) =>
        world.client.submitReimagineVideo({
          body: {
            video_key: await world.upload(at(talking)),
            prompt: 'Make it warmer and add film grain.',
          },
        }),
    },
    {
      name: 'lip sync',
      segmentMs: SHORT_MS,
      submit: async (world) =>
        world.client.submitLipSync({
          body: {
            video_key: await world.upload(at(talking)),
            audio_key: await world.upload(at(speech)),
          },
        }),
    },
    {
      name: 'avatar',
      segmentMs: SHORT_MS,
      submit: async (world) =>
        world.client.submitAvatar({
          body: { image_key: await world.upload(at(portrait)), script, voice_id: 'en-rowan' },
        }),
    },
    {
      name: 'motion control',
      segmentMs: 6 * SHORT_MS,
      submit: async (world) =>
        world.client.submitMotionControl({
          body: {
            image_key: await world.upload(material.whole),
            video_key: await world.upload(at(dance)),
          },
        }),
    },
  ];
}

interface Rendered {
  readonly digest: string;
  readonly frames: readonly KeptFrame[];
  readonly seconds: number;
}

async function measureKind(
  { name, segmentMs, submit }: Kind,
  note: (text: string) => void,
): Promise<readonly Metric[]> {
  const render = async (slots: number, lengthMs: number): Promise<Rendered> => {
    note(`${name}, ${slots} workers`);
    const world = await openSwapWorld({ slots, segmentMs: lengthMs });
    try {
      const startedAtMs = performance.now();
      const { id } = await submit(world);
      const path = await world.fetchResult(await world.ended(id), 'result.mp4');
      const seconds = (performance.now() - startedAtMs) / 1000;
      const digest = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      return { digest, frames: await readAll(path), seconds };
    } finally {
      await world.close();
    }
  };
  const whole = await render(1, 3_600_000);
  const all: Rendered[] = [];
  for (const slots of [1, 2, 5]) {
    all.push(await render(slots, segmentMs));
  }
  const likeness = all[0]!.frames.map(({ planes }, at) =>
    Math.min(EQUAL_DB, psnr(planes, whole.frames[at]?.planes ?? planes)),
  );
  const times = all.map(({ seconds }, at) =>
    toMetric({
      name: `${name}: by ${[1, 2, 5][at]} workers`,
      value: seconds,
      unit: 's',
      reference: whole.seconds,
    }),
  );
  return [
    toMetric({
      name: `${name}: different files of 1, 2 and 5 workers`,
      value: new Set(all.map(({ digest }) => digest)).size,
      unit: '',
      bar: atMost(1),
    }),
    toMetric({
      name: `${name}: likeness to a render in one go, mean`,
      value: likeness.reduce((sum, value) => sum + value, 0) / likeness.length,
      unit: 'dB',
      bar: atLeast(45),
    }),
    toMetric({
      name: `${name}: the least`,
      value: Math.min(...likeness),
      unit: 'dB',
      bar: atLeast(45),
    }),
    ...times,
  ];
}
