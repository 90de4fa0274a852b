/** Videos whose first segment prepares data for all others: they match a render in one run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invariant } from '../../../src/base/errors.ts';
import { processor as avatar } from '../../../src/capabilities/avatar/processor.ts';
import {
  findPlannedSpeech,
  parseAvatarFacts,
  writePlannedSpeech,
} from '../../../src/capabilities/avatar/segment-facts.ts';
import { processor as lipSync } from '../../../src/capabilities/lip-sync/processor.ts';
import { exampleFileKeys } from '../../../src/contract/api/fields.ts';
import { plainOpening } from '../../../src/engine/talk/mouth/opening-curve.ts';
import { mean } from '../../../src/engine/vision/math.ts';
import { findVoice } from '../../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../../src/engine/voice/speak/speaker.ts';
import { psnr, readAll } from '../../media/io/pictures.ts';
import { cutClip } from '../../media/support/cut-clip.ts';
import { talkingHead } from '../../media/support/decode-clip.ts';
import { audrey, monaLisa } from '../../media/support/stills.ts';
import { writeFaceClip } from './face-clips.ts';
import { createRun, type ProcessorInput, readInputFile, runSegments } from './run-segments.ts';

const TIMEOUT_MS = 180_000;
const { images, videos, audio } = exampleFileKeys;
const script = 'Bob, my mum may pay. The north wind and the sun were arguing, my friend.';

let folder: string;
let speech: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-prepared-'));
  speech = join(folder, 'speech.wav');
  const speaker = openSpeaker();
  const voice = findVoice('en-rowan')!;
  await renderSpeech(speaker, { script, voice, path: speech, format: 'wav' });
  await speaker.close();
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

/**
 * Renders a video in segments of about two seconds and in one run; returns the number of segments and the similarity.
 */
async function compare(run: Omit<ProcessorInput, 'folder'>) {
  const own = { ...run, folder: await mkdtemp(join(folder, 'run-')) };
  const { result, segments } = await runSegments(own, 2_000_000);
  const whole = await run.processor.run(await createRun(own, 'whole'));
  const [joined, made] = [await readAll(result.output.path), await readAll(whole.output.path)];
  expect(joined.map(({ timestampUs }) => timestampUs)).toEqual(
    made.map(({ timestampUs }) => timestampUs),
  );
  expect(result.output.facts).toEqual(whole.output.facts);
  expect(result.outputUs).toBe(whole.outputUs);
  expect(result.notes).toEqual(whole.notes);
  const { stages, wallMs, ...report } = result.report;
  expect(whole.report).toMatchObject(report);
  expect(stages.map(({ name }) => name).toSorted()).toEqual(
    whole.report.stages.map(({ name }) => name).toSorted(),
  );
  expect(wallMs).toBeGreaterThan(0);
  const likeness = joined.map(({ planes }, at) => psnr(planes, made[at]!.planes));
  return { segments, min: Math.min(...likeness), report: result.report };
}

it(
  'a lip sync that plays forth and back is the same in segments',
  async () => {
    const clip = join(folder, 'talking.mp4');
    await cutClip(talkingHead, clip, { startUs: 9_000_000, durationUs: 1_200_000 });
    const { segments, min, report } = await compare({
      processor: lipSync,
      input: { video_key: videos, audio_key: audio },
      files: {
        [videos]: await readInputFile(clip, 'video', 'video/mp4'),
        [audio]: await readInputFile(speech, 'audio', 'audio/wav'),
      },
    });
    expect(segments).toBeGreaterThanOrEqual(3);
    expect(report.lips?.mouths).toBeGreaterThan(0);
    expect(min).toBeGreaterThan(40);
  },
  TIMEOUT_MS,
);

it(
  'a lip sync of a clip without open mouths draws the insides of its first frame',
  async () => {
    const clip = join(folder, 'closed.mp4');
    const people = [{ picture: monaLisa, width: 200 }];
    await writeFaceClip(clip, { width: 320, height: 400, frames: 24, people });
    const { min, report } = await compare({
      processor: lipSync,
      input: { video_key: videos, audio_key: audio },
      files: {
        [videos]: await readInputFile(clip, 'video', 'video/mp4'),
        [audio]: await readInputFile(speech, 'audio', 'audio/wav'),
      },
    });
    expect(report.lips?.mouths).toBe(0);
    expect(min).toBeGreaterThan(40);
  },
  TIMEOUT_MS,
);

it(
  'an avatar continues its speech across segments',
  async () => {
    const picture = join(folder, 'audrey.jpg');
    await sharp(audrey).resize(300).jpeg().toFile(picture);
    const { segments, min } = await compare({
      processor: avatar,
      input: { image_key: images, script: 'Bob, my mum may pay. The north wind blew.' },
      files: { [images]: await readInputFile(picture, 'image', 'image/jpeg') },
    });
    // A lip sync shows frames between two others.
    expect(segments).toBeGreaterThanOrEqual(2);
    expect(min).toBeGreaterThan(40);
  },
  TIMEOUT_MS,
);

it(
  'an avatar opens its lips in later segments as its first one measured',
  async () => {
    const picture = join(folder, 'audrey-small.jpg');
    await sharp(audrey).resize(300).jpeg().toFile(picture);
    const run = {
      folder: await mkdtemp(join(folder, 'run-')),
      processor: avatar,
      input: { image_key: images, script: 'Bob, my mum may pay. The north wind blew.' },
      files: { [images]: await readInputFile(picture, 'image', 'image/jpeg') },
    };
    const lengthUs = 2_000_000;
    const context = await createRun(run, 'begin');
    const first = await avatar.runSegment?.(context, { lengthUs, step: 'begin', done: [] });
    invariant(typeof first === 'object' && 'state' in first, 'the speech is planned');
    const planned = await findPlannedSpeech(first.path);
    invariant(planned !== null, 'it is read as it was written');
    const { openingCurve } = planned.plan;
    invariant(openingCurve !== null, 'the first segment measures it');
    expect(openingCurve).not.toEqual(plainOpening);
    const readOpening = async (name: string): Promise<number> => {
      const own = await createRun(run, name);
      const segment = await avatar.runSegment?.(own, { lengthUs, step: 1, done: [first] });
      invariant(typeof segment === 'object' && 'facts' in segment, 'a segment is drawn');
      const { measured = [] } = parseAvatarFacts(segment.facts)?.samples.mouths ?? {};
      return mean(measured.map(({ gap }) => gap));
    };
    const measured = await readOpening('measured');
    const other = {
      ...planned,
      plan: {
        ...planned.plan,
        openingCurve: { ...openingCurve, gaps: openingCurve.gaps.map((gap) => gap / 2) },
      },
    };
    await writePlannedSpeech(first.path, other);
    expect(await readOpening('other')).toBeLessThan(0.9 * measured);
  },
  TIMEOUT_MS,
);
