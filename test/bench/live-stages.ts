import { readCharacter } from '../../src/engine/live/character/character.ts';
import { createFaceMode } from '../../src/engine/live/face-mode.ts';
import { FaceWatch } from '../../src/engine/live/guard/face-watch.ts';
import { createFaceGuard } from '../../src/engine/live/guard/face-guard.ts';
import { createPrivacyBlur } from '../../src/engine/live/guard/privacy-blur.ts';
import { liveTracking } from '../../src/engine/live/open-tracker.ts';
import { copyPlanes, createFramePool } from '../../src/engine/live/frame-pool.ts';
import { createSceneMatte } from '../../src/engine/live/scene/scene-matte.ts';
import { createScene } from '../../src/engine/live/scene/scene.ts';
import type { ModelFolder } from '../../src/engine/models/model-folder.ts';
import { openBuiltInModel } from '../../src/engine/models/open-fixed-model.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { moveStill } from '../media/support/moving-still.ts';
import { copyFrame } from '../media/support/tracked-clip.ts';
import { type Metric, toMetric } from './harness.ts';

const FRAME_US = 33_333;
const WARM_UP = 20;
const ROUNDS = 90;

interface Size {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Creates frames of a swaying head, a third of the height wide. */
export function makeFrames(
  still: I420Frame,
  { width, height }: { readonly width: number; readonly height: number },
): readonly I420Frame[] {
  return Array.from({ length: 30 }, (_, index) =>
    moveStill(
      still,
      { width, height },
      {
        x: width / 2 + Math.sin((index / 30) * 2 * Math.PI) * height * 0.05,
        y: height * 0.55,
        scale: height / 640,
        turn: 0.05 * Math.sin((index / 15) * 2 * Math.PI),
      },
    ),
  );
}

/**
 * Measures every stage of a frame on this thread alone, in processor time, although the product uses two threads. Only
 * backgrounds, heads and bodies need the matte.
 */
export async function measureStages(
  folder: ModelFolder,
  {
    image,
    still,
    size,
  }: { readonly image: Uint8Array; readonly still: I420Frame; readonly size: Size },
): Promise<Metric[]> {
  const models = await openTrackerModels(folder);
  const personMatte = await openBuiltInModel(folder, 'person-matte');
  try {
    const { character } = await readCharacter(image, { ...models, personMatte });
    const frames = makeFrames(still, size);
    const pool = createFramePool(frames[0]!, 1);
    const liveFrame = await pool.acquire();
    const tracker = createFaceTracker(models, liveTracking);
    const watch = new FaceWatch(models);
    const guard = createFaceGuard(null);
    const parts = { blur: createPrivacyBlur(), scene: createScene() };
    const renderer = createFaceMode(character.source, parts);
    const matte = createSceneMatte(personMatte);
    const spent = new Map<string, number>();
    const spend = <T>(name: string, work: () => T): T => {
      const cpu = process.threadCpuUsage();
      const result = work();
      const { user, system } = process.threadCpuUsage(cpu);
      spent.set(name, (spent.get(name) ?? 0) + (user + system) / 1000);
      return result;
    };
    const out = copyFrame(frames[0]!);
    for (let index = 0; index < WARM_UP + ROUNDS; index += 1) {
      if (index === WARM_UP) {
        spent.clear();
      }
      const timestampUs = index * FRAME_US;
      spend('copy in', () => copyPlanes(frames[index % frames.length]!, liveFrame.frame));
      const faces = spend('track', () => tracker.track(liveFrame.frame, timestampUs));
      spend('watch', () => watch.inspect(liveFrame, timestampUs, guard.known));
      const verdict = spend('guard', () => guard.judge(liveFrame, faces, timestampUs));
      spend('matte', () =>
        matte.segment(liveFrame.frame, liveFrame.people, { timestampUs, canRepeat: false }),
      );
      spend('draw the face', () =>
        renderer.draw(liveFrame, verdict, { timestampUs, background: { kind: 'keep' } }),
      );
      spend('copy out', () => copyPlanes(liveFrame.frame, out));
      spend('watch, when nobody waits', () => watch.catchUp(timestampUs, guard.known));
    }
    return [...spent].map(([name, ms]) =>
      toMetric({ name: `${size.name}, stage: ${name}`, value: ms / ROUNDS, unit: 'ms' }),
    );
  } finally {
    models.close();
    personMatte.close();
  }
}
