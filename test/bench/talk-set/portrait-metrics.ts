import { join } from 'node:path';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import type { TalkModels } from '../../../src/engine/talk/avatar-video/avatar-meter.ts';
import { readPortrait } from '../../../src/engine/talk/avatar-video/read-portrait.ts';
import { renderAvatar } from '../../../src/engine/talk/avatar-video/render-avatar.ts';
import {
  createFaceEmbedder,
  embedFace,
  cosineSimilarity,
} from '../../../src/engine/track/face-embedder.ts';
import { mean } from '../../../src/engine/vision/math.ts';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { measureLowerFace } from '../../media/support/measure-lower-face.ts';
import { retrackLips } from '../../media/support/retrack-lips.ts';
import { atLeast, type Metric } from '../harness.ts';
import type { SpokenTest } from '../talk-speech.ts';
import {
  judgeByOther,
  judgeJumps,
  judgeMouths,
  judgeWidths,
  createNaming,
} from './judge-mouths.ts';
import { readPlainWidths } from './plain-widths.ts';
import type { TestPortrait } from './portraits.ts';

const SHORT_SIDE = 480;
const SEED = 7;
/** Interval of the frames that are compared with the portrait. */
const COMPARED_STEP = 8;

/** Animates a portrait with speech and measures the result file. */
export async function measurePortrait(
  folder: string,
  { name, path }: TestPortrait,
  {
    speech,
    models,
    talkModels,
  }: {
    readonly speech: SpokenTest;
    readonly models: OpenedTrackerModels;
    readonly talkModels: TalkModels;
  },
): Promise<Metric[]> {
  const named = createNaming(name);
  const portrait = await readPortrait(path, talkModels, SHORT_SIDE);
  const outputPath = join(folder, `${name}.mp4`);
  const { quality } = await renderAvatar({
    portrait,
    models: talkModels,
    speech,
    outputPath,
    framesPerSecond: 25,
    seed: SEED,
    signal: new AbortController().signal,
  });
  const lips = await retrackLips(models, outputPath);
  const plain = await readPlainWidths(talkModels, outputPath, lips);
  const embedder = createFaceEmbedder(models.identity);
  const own = embedFace(embedder, portrait.frame, portrait.face.landmarks);
  const alike: number[] = [];
  for await (const { planes, index } of await openVideoReader(outputPath)) {
    const mesh = lips[index]?.mesh;
    if (index % COMPARED_STEP === 0 && mesh !== undefined) {
      alike.push(cosineSimilarity(own, embedFace(embedder, planes, mesh)));
    }
  }
  return [
    named('turned aside', (Math.abs(portrait.face.pose.yaw) * 180) / Math.PI, '°'),
    ...judgeMouths(named, lips, speech),
    ...judgeWidths(named, lips, { plain, speech }),
    ...judgeByOther(named, quality),
    named('likeness, mean', mean(alike), '', atLeast(0.93)),
    named('likeness, least', Math.min(...alike), '', atLeast(0.88)),
    judgeJumps(named, await measureLowerFace(outputPath, lips), null),
  ];
}
