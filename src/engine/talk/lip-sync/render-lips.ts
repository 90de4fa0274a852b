/** Renders the frames of a lip sync: each is warped, drawn, measured and written. */
import { setImmediate as breathe } from 'node:timers/promises';
import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import { provenanceComment } from '../../io/provenance.ts';
import {
  openVideoWriter,
  type VideoWriter,
  type WrittenVideo,
} from '../../io/video/video-writer.ts';
import { createSwapRecord, type SwapCounts } from '../../swap/swap-record.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { MouthSamples } from '../check/mouth-record.ts';
import { openLipRenderer } from '../redraw/lip-renderer.ts';
import { createSkinReader } from '../redraw/skin-reader.ts';
import type { MouthPainter } from '../seams/mouth-painter.ts';
import { DrawnMouths, listFirstDrawn } from './drawn-mouths.ts';
import { computeMiddleMs } from './frame-plan.ts';
import type { LipTask } from './lip-plan.ts';
import { createMouthCheck, type MouthCheck } from './mouth-check.ts';
import { MouthDrawer } from './mouth-drawer.ts';
import type { PreparedLips, SyncedFile } from './prepared-lips.ts';
import { type DecodedPlannedFrame, type PlanSource, readPlanned } from './read-planned.ts';
import { measurePart } from './measure-part.ts';

/** Inputs for rendering frames. */
export interface LipRendering {
  readonly video: SyncedFile;
  /** Audio track of a whole video; a segment has none. */
  readonly sound: SyncedFile;
  /** Path of the MP4 file, which appears when it is complete. */
  readonly outputPath: string;
  /** Must not be used elsewhere meanwhile. */
  readonly tracker: TrackerHost;
  readonly canonicalFace: CanonicalFace;
  /** Paints mouths instead of showing those of the clip; null without one. */
  readonly painter: MouthPainter | null;
  /** Value that the clip was prepared with. */
  readonly maxShortSide?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the fraction done, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** Renders only these frames, with timestamps from the first of them; all frames when absent. */
  readonly segment?: LipSegment | undefined;
}

/** Range of a plan's frames rendered separately, with all that its bytes depend on apart from the clip. */
export interface LipSegment {
  readonly from: number;
  /** Exclusive end. */
  readonly to: number;
  /** See `H264Options`. */
  readonly processors: number;
  /** Number of frames measured before the range. */
  readonly measuredBefore: number;
}

/** Duration of each rendering stage, in milliseconds. */
export interface RenderingTimes {
  readonly draw: number;
  readonly measure: number;
  readonly encode: number;
}

/** Statistics of rendered frames. */
export interface RenderedLips extends SwapCounts {
  /** Lip measurements of the frames. */
  readonly samples: MouthSamples;
  /** Number of frames whose mouth was drawn synthetically. */
  readonly drawnFrames: number;
  /**
   * Number of frames in which the painter left lips open that must meet, so that the engine's own mouth was drawn; 0
   * without one.
   */
  readonly closedFrames: number;
  readonly times: RenderingTimes;
}

type MutableTimes = { -readonly [Name in keyof RenderingTimes]: number };

/** Renders a prepared lip sync. Aborting leaves no file and throws the reason of the signal. */
export async function renderLips(
  lips: PreparedLips,
  rendering: LipRendering,
): Promise<RenderedLips & Pick<WrittenVideo, 'sizeBytes' | 'sound'>> {
  const { video, signal, tracker, canonicalFace, maxShortSide, segment, painter } = rendering;
  const { clip, findings, library } = lips;
  const span = segment ?? { from: 0, to: lips.frames.length };
  const frames = lips.frames.slice(span.from, span.to);
  const source = { path: video.path, clip, options: { mime: video.mime, maxShortSide, signal } };
  const renderer = openLipRenderer(canonicalFace);
  const check = createMouthCheck(tracker.plainMeter, canonicalFace, {
    visemes: findings.visemes,
    before: segment?.measuredBefore ?? 0,
  });
  const drawnMouths = new DrawnMouths(canonicalFace, createSkinReader(canonicalFace));
  const drawer = new MouthDrawer({ renderer, drawnMouths, library, painter, check });
  const record = createSwapRecord();
  const times = { draw: 0, measure: 0, encode: 0 };
  let writer: VideoWriter | null = null;
  let drawnFrames = 0;
  try {
    await prepareInsides(lips, { source, span, drawnMouths });
    writer = await openVideoWriter(rendering.outputPath, {
      size: clip.size,
      colour: clip.colour,
      frameRate: clip.frameRate,
      timeBase: clip.timeBase,
      ...(segment === undefined
        ? { sound: { ...rendering.sound, endUs: findings.soundUs }, comment: provenanceComment }
        : {
            processors: segment.processors,
            isContinuation: segment.from > 0,
            originUs: segment.from === 0 ? 0 : frames[0]?.timestampUs,
          }),
    });
    let done = 0;
    let checking = Promise.resolve();
    for await (const shown of readPlanned(source, frames)) {
      const task = lips.tasks[span.from + done] ?? null;
      drawnFrames += task !== null && task.shown.length === 0 ? 1 : 0;
      // A covered mouth stays unchanged, although the speaker is visible.
      const hasSpeaker = lips.isSeen[shown.planned.source] === true;
      record.note(shown.planned, { faces: hasSpeaker ? 1 : 0, shown: task?.visible ?? 0 });
      const { scene } = clip.frames[shown.planned.source]!;
      const drawn = await finishFrame(shown, {
        task,
        scene,
        drawer,
        check,
        writer,
        times,
        signal,
      });
      // The previous frame's buffer is reused after this.
      await rejectOnAbort(checking, signal);
      checking = drawn.checking;
      done += 1;
      rendering.onProgress?.(done / frames.length);
      await breathe();
    }
    await rejectOnAbort(checking, signal);
    const { sizeBytes, sound } = await rejectOnAbort(writer.finish(), signal);
    times.encode = writer.busyMs();
    return {
      ...record.summarise(),
      samples: check.samples(),
      drawnFrames,
      closedFrames: drawer.closedFrames,
      times,
      sizeBytes,
      sound,
    };
  } finally {
    renderer.close();
    await writer?.discard();
  }
}

/** Prepares the mouth insides of scenes that began before a segment, so that they equal those of a single run. */
async function prepareInsides(
  { tasks, frames, clip }: PreparedLips,
  {
    source,
    span,
    drawnMouths,
  }: {
    readonly source: PlanSource;
    readonly span: { readonly from: number; readonly to: number };
    readonly drawnMouths: DrawnMouths;
  },
): Promise<void> {
  const sceneOf = (at: number): number => clip.frames[frames[at]!.source]!.scene;
  for (const at of listFirstDrawn(tasks, sceneOf, span)) {
    for await (const { planes } of readPlanned(source, [frames[at]!])) {
      drawnMouths.prepare(planes, sceneOf(at), tasks[at]!);
    }
  }
}

async function finishFrame(
  { planes, planned }: DecodedPlannedFrame,
  {
    task,
    scene,
    drawer,
    check,
    writer,
    times,
    signal,
  }: {
    readonly task: LipTask | null;
    readonly scene: number;
    readonly drawer: MouthDrawer;
    readonly check: MouthCheck;
    readonly writer: VideoWriter;
    readonly times: MutableTimes;
    readonly signal: AbortSignal | undefined;
  },
): Promise<{ readonly checking: Promise<void> }> {
  if (task === null) {
    await writer.write(planes, planned);
    return { checking: Promise.resolve() };
  }
  const looking = check.addShut(planes, task);
  if (looking !== null) {
    await measurePart(times, 'measure', () => rejectOnAbort(looking, signal));
  }
  const timeMs = computeMiddleMs(planned);
  const mesh = await measurePart(times, 'draw', () =>
    drawer.draw({ planes, task, scene, timeMs }, signal),
  );
  // The check reads the frame on its own thread while the next one is drawn.
  const checking = measurePart(times, 'measure', () =>
    check.add(planes, { timeMs, mesh: mesh.slice(), task }),
  );
  checking.catch(() => undefined);
  await writer.write(planes, planned);
  return { checking };
}
