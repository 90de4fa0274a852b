import { join } from 'node:path';
import { transcode } from '../../../src/engine/io/video/transcode.ts';
import type { OpenedTrackerModels } from '../../../src/engine/models/tracker-models.ts';
import type { TrackerHost } from '../../../src/engine/swap/tracker-host.ts';
import { type LipSyncFacts, syncLips } from '../../../src/engine/talk/lip-sync/sync-lips.ts';
import type { TalkModels } from '../../../src/engine/talk/avatar-video/avatar-meter.ts';
import { mean } from '../../../src/engine/vision/math.ts';
import { measureLowerFace, type LowerFaceMotion } from '../../media/support/measure-lower-face.ts';
import { retrackLips, type SeenLips } from '../../media/support/retrack-lips.ts';
import { atLeast, atMost, type Metric } from '../harness.ts';
import type { SpokenTest } from '../talk-speech.ts';
import type { TestClip } from './clips.ts';
import { compareClips } from './compare-clips.ts';
import {
  judgeByOther,
  judgeJumps,
  judgeMouths,
  judgeWidths,
  createNaming,
} from './judge-mouths.ts';
import { readPlainWidths } from './plain-widths.ts';

/** Five frames. */
const FADE_MS = 200;

/** Gives a clip other speech and measures the result file. */
export async function measureClip(
  folder: string,
  { name, path, isSpeaker, talkPath }: TestClip,
  {
    speech,
    models,
    talkModels,
    tracker,
  }: {
    readonly speech: SpokenTest;
    readonly models: OpenedTrackerModels;
    readonly talkModels: TalkModels;
    readonly tracker: TrackerHost;
  },
): Promise<Metric[]> {
  const named = createNaming(name);
  const outputPath = join(folder, `${name}, synced.mp4`);
  const facts = await syncLips({
    video: { path },
    sound: { path: speech.path },
    visemes: speech.visemes,
    outputPath,
    tracker,
    canonicalFace: models.canonicalFace,
  });
  const coded = join(folder, `${name}, coded.mp4`);
  await transcode(path, coded);
  const lips = await retrackLips(models, outputPath, isSpeaker);
  const uncovered = leaveUncovered(lips, facts);
  const plain = await readPlainWidths(talkModels, outputPath, uncovered);
  const made = await measureLowerFace(outputPath, lips);
  const original = await measureLowerFace(path, lips);
  // Speech moves a lower face more than silence does, which would say nothing of how steady its pictures are.
  const talk =
    talkPath === undefined
      ? original
      : await measureLowerFace(talkPath, await retrackLips(models, talkPath, isSpeaker));
  const { beside, eyes, alike } = await compareClips(models, { path, outputPath, coded }, lips);
  return [
    named('mouths of the clip', facts.mouths, ''),
    named('covered', 100 * facts.coveredFraction, '%'),
    ...judgeMouths(named, uncovered, speech),
    ...judgeWidths(named, uncovered, { plain, speech }),
    ...judgeByOther(named, facts),
    named('likeness to the same frame, mean', alike.mean, '', atLeast(0.95)),
    named('likeness to the same frame, least', alike.min, '', atLeast(0.88)),
    named('luma beside the face, beyond coding', beside, 'of 255', atMost(0.01)),
    named('luma of the eyes, beyond coding', eyes, 'of 255', atMost(0.1)),
    named(
      'flicker of the lower face, of its own talk',
      meanFlicker(made) / meanFlicker(talk),
      'times',
      atMost(1.5),
    ),
    judgeJumps(named, made, original),
  ];
}

/** Omits unchanged mouths, and mouths that fade in or out beside them. */
function leaveUncovered(
  lips: readonly (SeenLips | null)[],
  { untouched }: Pick<LipSyncFacts, 'untouched'>,
): readonly (SeenLips | null)[] {
  return lips.map((one) =>
    one !== null &&
    untouched.some(
      ({ startUs, endUs }) =>
        one.timeMs > startUs / 1000 - FADE_MS && one.timeMs < endUs / 1000 + FADE_MS,
    )
      ? null
      : one,
  );
}

function meanFlicker({ flicker }: LowerFaceMotion): number {
  return mean(flicker.filter((value) => value !== null));
}
