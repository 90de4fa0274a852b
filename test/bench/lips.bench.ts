import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVideoReader } from '../../src/engine/io/video-reader.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { openTrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { type LipSyncFacts, syncLips } from '../../src/engine/talk/lip-sync/sync-lips.ts';
import { findVoice } from '../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../src/engine/voice/speak/speaker.ts';
import type { VisemeSpan } from '../../src/engine/voice/visemes/find-visemes.ts';
import { transcode } from '../../src/engine/io/transcode.ts';
import { cutClip } from '../media/support/cut-clip.ts';
import { talkingHead } from '../media/support/decode-clip.ts';
import { openBuiltModels } from '../media/support/models.ts';
import {
  gapsAt,
  gapsInSilence,
  retrackLips,
  type SeenLips,
} from '../media/support/retrack-lips.ts';
import { atLeast, atMost, type Figure, type Measurement, toFigure } from './harness.ts';

const script =
  'Peter bought a big blue bowl from my mum. Perhaps Bob may keep it.\n\n' +
  'We found five very old maps above the pub.';
/** Lips that are no further apart (widths) are closed to the eye. */
const CLOSED = 0.03;

/**
 * How well lips follow speech, measured in the finished file as the mesh network sees it, without smoothing; and what drawing
 * them costs. `told`: the sounds are known, as those of our own voices are. `heard`: found by the sound alone.
 */
export const measurement: Measurement = {
  title: 'Lip sync',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-lips-bench-'));
    const models = await openTrackerModels(await openBuiltModels());
    const tracker = await openTrackerHost({
      modelFolder: (await openBuiltModels()).path,
      hasLookahead: true,
    });
    try {
      const sound = join(folder, 'speech.wav');
      const { visemes, durationUs } = await speak(sound);
      const clip = join(folder, 'clip.mp4');
      await cutClip(talkingHead, clip, { durationUs: Math.max(12_000_000, durationUs) });
      const figures: Figure[] = [];
      for (const way of ['told', 'heard'] as const) {
        note(way);
        const outputPath = join(folder, `${way}.mp4`);
        const facts = await syncLips({
          video: { path: clip },
          sound: { path: sound },
          visemes: way === 'told' ? visemes : undefined,
          outputPath,
          tracker,
          canonicalFace: models.canonicalFace,
        });
        const lips = await retrackLips(models, outputPath);
        figures.push(...judge(way, { facts, lips, visemes }));
        if (way === 'told') {
          figures.push(...(await compareOutside(folder, clip, { outputPath, lips })));
        }
      }
      return figures;
    } finally {
      models.close();
      await tracker.close();
      await rm(folder, { recursive: true });
    }
  },
};

async function speak(
  path: string,
): Promise<{ readonly visemes: readonly VisemeSpan[]; readonly durationUs: number }> {
  const speaker = openSpeaker();
  const voice = findVoice('en-rowan');
  if (voice === null) {
    throw new Error('There is no voice en-rowan.');
  }
  try {
    const { phones, durationUs } = await renderSpeech(speaker, {
      script,
      voice,
      path,
      format: 'wav',
    });
    return { visemes: phones, durationUs };
  } finally {
    await speaker.close();
  }
}

function judge(
  way: 'told' | 'heard',
  {
    facts,
    lips,
    visemes,
  }: {
    readonly facts: LipSyncFacts;
    readonly lips: readonly (SeenLips | null)[];
    readonly visemes: readonly VisemeSpan[];
  },
): Figure[] {
  const closures = gapsAt(lips, visemes, 'PP');
  const closed = closures.filter((gap) => gap <= CLOSED).length / Math.max(1, closures.length);
  const { times, frames } = facts;
  const isTold = way === 'told';
  const named = (
    name: string,
    value: number,
    unit: string,
    bar?: Parameters<typeof toFigure>[0]['bar'],
  ): Figure =>
    toFigure({ name: `${way}: ${name}`, value, unit, ...(bar && isTold ? { bar } : {}) });
  return [
    named(`p b m closed, of ${closures.length}`, 100 * closed, '%', atLeast(100)),
    named('largest gap at p b m', Math.max(0, ...closures), 'widths'),
    named('gap at f v, median', rank(gapsAt(lips, visemes, 'FF'), 0.5), 'widths', atMost(0.05)),
    named('gap in silence, p95', rank(gapsInSilence(lips, visemes), 0.95), 'widths', atMost(0.03)),
    named('follows what is wanted', facts.correlation ?? 0, 'r', atLeast(0.95)),
    named('late', facts.offsetMs ?? Number.NaN, 'ms', atMost(10)),
    named('drawing', times.draw / frames.swapped, 'ms a frame', atMost(5)),
    named('following faces', times.track / frames.total, 'ms a frame'),
  ];
}

/** Luma that differs from the clip beside the face, beside what coding alone does to it. */
async function compareOutside(
  folder: string,
  clip: string,
  {
    outputPath,
    lips,
  }: { readonly outputPath: string; readonly lips: readonly (SeenLips | null)[] },
): Promise<Figure[]> {
  const coded = join(folder, 'coded.mp4');
  await transcode(clip, coded);
  const before = await openVideoReader(clip);
  const synced = await openVideoReader(outputPath);
  const plain = await openVideoReader(coded);
  const sums = { synced: 0, plain: 0, count: 0 };
  for (const one of lips) {
    const [a, b, c] = [await before.next(), await synced.next(), await plain.next()];
    if (a === null || b === null || c === null) {
      break;
    }
    if (one !== null) {
      const own = differenceBeside(a.picture, b.picture, one);
      const other = differenceBeside(a.picture, c.picture, one);
      sums.synced += own.sum;
      sums.plain += other.sum;
      sums.count += own.count;
    }
    before.giveBack(a);
    synced.giveBack(b);
    plain.giveBack(c);
  }
  await Promise.all([before.close(), synced.close(), plain.close()]);
  const [own, reference] = [sums.synced / sums.count, sums.plain / sums.count];
  return [
    toFigure({ name: 'luma beside the face', value: own, unit: 'of 255', reference }),
    toFigure({
      name: 'luma beyond coding',
      value: own - reference,
      unit: 'of 255',
      bar: atMost(0.01),
    }),
  ];
}

function differenceBeside(
  one: I420Frame,
  other: I420Frame,
  { box }: SeenLips,
): { readonly sum: number; readonly count: number } {
  let [sum, count] = [0, 0];
  for (let row = 0; row < one.height; row += 2) {
    for (let column = 0; column < one.width; column += 2) {
      const across = (column - box.left) / box.width;
      const down = (row - box.top) / box.height;
      if (across < -0.25 || across > 1.25 || down < -0.25 || down > 1.25) {
        sum += Math.abs(
          (one.y[row * one.strideY + column] ?? 0) - (other.y[row * other.strideY + column] ?? 0),
        );
        count += 1;
      }
    }
  }
  return { sum, count };
}

function rank(values: readonly number[], at: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(at * (values.length - 1))] ?? Number.NaN;
}
