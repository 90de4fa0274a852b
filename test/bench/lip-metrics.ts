import { join } from 'node:path';
import { transcode } from '../../src/engine/io/video/transcode.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import { openTrackerHost } from '../../src/engine/swap/tracker-host.ts';
import { type LipSyncFacts, syncLips } from '../../src/engine/talk/lip-sync/sync-lips.ts';
import type { VisemeSpan } from '../../src/engine/voice/visemes/find-visemes.ts';
import { cutClip } from '../media/support/cut-clip.ts';
import { talkingHead } from '../media/support/decode-clip.ts';
import { measureLowerFace } from '../media/support/measure-lower-face.ts';
import { openBuiltModels } from '../media/support/models.ts';
import {
  gapsAt,
  gapsInSilence,
  retrackLips,
  type SeenLips,
} from '../media/support/retrack-lips.ts';
import { atLeast, atMost, type Metric, type MeasuringContext, toMetric } from './harness.ts';
import { compareClips } from './talk-set/compare-clips.ts';
import { judgeJumps, createNaming } from './talk-set/judge-mouths.ts';
import { compareWithPlain, type SpokenTest } from './talk-speech.ts';

/** Maximum gap of lips (widths) that look closed. */
const CLOSED = 0.03;

/**
 * Measures lip sync in the finished file, with the mesh network without smoothing, and the cost of its rendering.
 * `told`: the phonemes are known, as for our own voices. `heard`: they are recognised from the sound alone.
 */
export async function measureLips(
  folder: string,
  { path: sound, visemes, durationUs }: SpokenTest,
  note: MeasuringContext['note'],
): Promise<readonly Metric[]> {
  const built = await openBuiltModels();
  const models = await openTrackerModels(built);
  const tracker = await openTrackerHost({ modelFolder: built.path, hasLookahead: true });
  try {
    const clip = join(folder, 'clip.mp4');
    await cutClip(talkingHead, clip, { durationUs: Math.max(12_000_000, durationUs) });
    const metrics: Metric[] = [];
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
      metrics.push(...judge(way, { facts, lips, visemes }));
      if (way === 'told') {
        metrics.push(
          ...listCosts(facts),
          toMetric({ name: 'lips: first frame', value: firstAtMs - startedAtMs, unit: 'ms' }),
          await compareWithPlain('lips: whole job', outputPath, wallMs / facts.frames.total),
          ...(await compareWithClip(folder, clip, { outputPath, lips, models })),
        );
      }
    }
    return metrics;
  } finally {
    models.close();
    await tracker.close();
  }
}

async function compareWithClip(
  folder: string,
  clip: string,
  {
    outputPath,
    lips,
    models,
  }: {
    readonly outputPath: string;
    readonly lips: readonly (SeenLips | null)[];
    readonly models: OpenedTrackerModels;
  },
): Promise<Metric[]> {
  const coded = join(folder, 'coded.mp4');
  await transcode(clip, coded);
  const { beside } = await compareClips(models, { path: clip, outputPath, coded }, lips);
  const made = await measureLowerFace(outputPath, lips);
  const named = createNaming('lips');
  return [
    named('luma beside the face, beyond coding', beside, 'of 255', atMost(0.01)),
    judgeJumps(named, made, await measureLowerFace(clip, lips)),
  ];
}

function listCosts({ times, frames }: LipSyncFacts): Metric[] {
  return Object.entries(times).map(([stage, ms]) =>
    toMetric({
      name: `lips: ${stage}`,
      value: ms / frames.total,
      unit: 'ms a frame',
      ...(stage === 'draw' ? { bar: atMost(5) } : {}),
    }),
  );
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
): Metric[] {
  const closures = gapsAt(lips, visemes, 'PP');
  const closed = closures.filter((gap) => gap <= CLOSED).length / Math.max(1, closures.length);
  const isTold = way === 'told';
  const named = (
    name: string,
    value: number,
    unit: string,
    bar?: Parameters<typeof toMetric>[0]['bar'],
  ): Metric =>
    toMetric({ name: `${way}: ${name}`, value, unit, ...(bar && isTold ? { bar } : {}) });
  return [
    named(`p b m closed, of ${closures.length}`, 100 * closed, '%', atLeast(100)),
    named('largest gap at p b m', Math.max(0, ...closures), 'widths'),
    named('gap at f v, median', rank(gapsAt(lips, visemes, 'FF'), 0.5), 'widths', atMost(0.05)),
    named('gap in silence, p95', rank(gapsInSilence(lips, visemes), 0.95), 'widths', atMost(0.03)),
    named('follows what is wanted', facts.correlation ?? 0, 'r', atLeast(0.95)),
    named('late', facts.offsetMs ?? Number.NaN, 'ms', atMost(10)),
  ];
}

function rank(values: readonly number[], at: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(at * (values.length - 1))] ?? Number.NaN;
}
