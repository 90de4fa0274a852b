import { join } from 'node:path';
import { transcode } from '../../src/engine/io/transcode.ts';
import { openVideoReader } from '../../src/engine/io/video-reader.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { openTrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { type LipSyncFacts, syncLips } from '../../src/engine/talk/lip-sync/sync-lips.ts';
import type { VisemeSpan } from '../../src/engine/voice/visemes/find-visemes.ts';
import { cutClip } from '../media/support/cut-clip.ts';
import { talkingHead } from '../media/support/decode-clip.ts';
import { measureJumps } from '../media/support/measure-jumps.ts';
import { openBuiltModels } from '../media/support/models.ts';
import {
  gapsAt,
  gapsInSilence,
  retrackLips,
  type SeenLips,
} from '../media/support/retrack-lips.ts';
import { atLeast, atMost, type Figure, type MeasuringContext, toFigure } from './harness.ts';
import { percentile } from './statistics.ts';
import { compareWithPlain, type SpokenTest } from './talk-speech.ts';

/** Lips that are no further apart (widths) are closed to the eye. */
const CLOSED = 0.03;

/**
 * How well lips follow speech, measured in the finished file as the mesh network sees it, without smoothing; and what drawing
 * them costs. `told`: the sounds are known, as those of our own voices are. `heard`: found by the sound alone.
 */
export async function measureLips(
  folder: string,
  { path: sound, visemes, durationUs }: SpokenTest,
  note: MeasuringContext['note'],
): Promise<readonly Figure[]> {
  const built = await openBuiltModels();
  const models = await openTrackerModels(built);
  const tracker = await openTrackerHost({ modelFolder: built.path, hasLookahead: true });
  try {
    const clip = join(folder, 'clip.mp4');
    await cutClip(talkingHead, clip, { durationUs: Math.max(12_000_000, durationUs) });
    const figures: Figure[] = [];
    for (const way of ['told', 'heard'] as const) {
      note(`lips, ${way}`);
      const outputPath = join(folder, `${way}.mp4`);
      const startedAtMs = performance.now();
      let firstAtMs = 0;
      const facts = await syncLips({
        video: { path: clip },
        sound: { path: sound },
        visemes: way === 'told' ? visemes : undefined,
        outputPath,
        tracker,
        canonicalFace: models.canonicalFace,
        onProgress(stage) {
          firstAtMs ||= stage === 'rendering' ? performance.now() : 0;
        },
      });
      const wallMs = performance.now() - startedAtMs;
      const lips = await retrackLips(models, outputPath);
      figures.push(...judge(way, { facts, lips, visemes }));
      if (way === 'told') {
        figures.push(
          ...listCosts(facts),
          toFigure({ name: 'lips: first frame', value: firstAtMs - startedAtMs, unit: 'ms' }),
          await compareWithPlain('lips: whole job', outputPath, wallMs / facts.frames.total),
          ...(await compareOutside(folder, clip, { outputPath, lips })),
          await findSeams(models, clip, outputPath),
        );
      }
    }
    return figures;
  } finally {
    models.close();
    await tracker.close();
  }
}

function listCosts({ times, frames }: LipSyncFacts): Figure[] {
  return Object.entries(times).map(([stage, ms]) =>
    toFigure({
      name: `lips: ${stage}`,
      value: ms / frames.total,
      unit: 'ms a frame',
      ...(stage === 'draw' ? { bar: atMost(5) } : {}),
    }),
  );
}

/** The largest change of the lower face that the clip itself has not at that frame, in steps that the clip itself seldom makes. */
async function findSeams(
  models: OpenedTrackerModels,
  clip: string,
  outputPath: string,
): Promise<Figure> {
  const own = await measureJumps(models, clip);
  const made = await measureJumps(models, outputPath);
  const beyond = made.map((jump, at) => jump - Math.min(jump, own[at] ?? 0));
  return toFigure({
    name: "lips: largest jump, of the clip's own p99",
    value: Math.max(...beyond) / percentile(own, 0.99),
    unit: 'times',
    bar: atMost(3),
  });
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
