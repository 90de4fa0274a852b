import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import type { TimedFrame } from '../../io/video/video-reader.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { isMeasured } from '../change-colours.ts';
import type { HeadCovers } from '../motion/covered-heads.ts';
import { FrameEditor, type SceneTables, withOwnIndex } from './frame-editor.ts';
import { trackVideo } from './track-video.ts';
import type { VideoChange, VideoScene } from './video-change.ts';

/** What is known of a video before its colours are measured. */
export interface SearchedVideo {
  readonly scenes: readonly VideoScene[];
  /** Heads that have to be covered. */
  readonly covers: HeadCovers;
}

/**
 * Measures the colour tables of those scenes between two times whose first frame does not show their usual light: each
 * at the first frame of that light, by the same steps. The tables do not depend on the times or on the segment.
 */
export async function measureScenes(
  change: VideoChange,
  { scenes, covers }: SearchedVideo,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
): Promise<ReadonlyMap<VideoScene, SceneTables>> {
  const tables = new Map<VideoScene, SceneTables>();
  if (!change.steps.some(isMeasured)) {
    return tables;
  }
  for (const [at, scene] of scenes.entries()) {
    const endUs = scenes[at + 1]?.startUs ?? Number.POSITIVE_INFINITY;
    if (scene.anchorUs > scene.startUs && scene.startUs < toUs && endUs > fromUs) {
      tables.set(scene, await measureScene(change, scene, covers));
    }
  }
  return tables;
}

function measureScene(
  change: VideoChange,
  scene: VideoScene,
  covers: HeadCovers,
): Promise<SceneTables> {
  const { signal, matting } = change;
  // The frame is edited as if it were alone, so that each segment measures the same.
  const alone = { ...change, segment: undefined };
  const span = { fromUs: scene.anchorUs, toUs: scene.anchorUs + 1 };
  return trackVideo(
    alone,
    async (reader, queue) => {
      const editor = new FrameEditor(alone, reader.size, {
        covers,
        scenes: [scene],
        tables: new Map(),
      });
      let last: { readonly frame: TimedFrame; readonly faces: readonly TrackedFace[] } | null =
        null;
      for (let next = await queue.dequeue(); next !== null; next = await queue.dequeue()) {
        if (last !== null) {
          reader.release(last.frame);
        }
        last = { frame: next.frame, faces: await rejectOnAbort(next.faces, signal) };
      }
      if (last !== null) {
        const frame = withOwnIndex(last.frame, reader);
        matting?.forget();
        const matte = (await matting?.matte(frame.planes, signal)) ?? null;
        matting?.forget();
        editor.begin(frame, { isCounted: false });
        editor.edit(frame, last.faces, matte);
        reader.release(last.frame);
      }
      return editor.tables();
    },
    span,
  );
}
