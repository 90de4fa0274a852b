/**
 * Puts other words into the mouth of a clip:
 *
 *   sound -> visemes -> wanted mouths --.
 *   clip, first time: faces, hands, cuts -> speaker -> rest, movement, mouths -> path through them
 *   clip, second time: the lower faces that the path shows
 *   clip, third time: each frame bent, drawn, looked at, written with the sound
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { orAbort } from '../../io/or-abort.ts';
import type { Size } from '../../io/output-size.ts';
import { probeMedia } from '../../io/probe.ts';
import { provenanceComment } from '../../io/provenance.ts';
import { openVideoWriter, type VideoWriter, type WrittenVideo } from '../../io/video-writer.ts';
import { createSwapRecord, type SwapCounts } from '../../swap/swap-record.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import type { LowerFace } from '../library/lower-face.ts';
import type { MouthMetrics } from '../check/mouth-record.ts';
import { openLipRenderer } from '../redraw/lip-renderer.ts';
import { createSkinReader } from '../redraw/skin-reader.ts';
import type { OpenMouthPainter } from '../seams/mouth-painter.ts';
import type { SoundToMouth } from '../seams/sound-to-mouth.ts';
import { findMouths } from '../speech/find-mouths.ts';
import { measureLoudness, type MonoSound } from '../speech/loudness.ts';
import { readMonoSound } from '../speech/mono-sound.ts';
import { createMouthTrack } from '../speech/mouth-track.ts';
import { chooseSpeaker, type ClipSpeaker } from './choose-speaker.ts';
import { DrawnMouths } from './drawn-mouths.ts';
import { type FramePlan, planFrames } from './frame-plan.ts';
import { type LipTask, planLips } from './lip-plan.ts';
import { createMouthCheck, type MouthCheck } from './mouth-check.ts';
import { MouthDrawer } from './mouth-drawer.ts';
import { readLibrary } from './read-library.ts';
import { type PlannedPicture, type PlanSource, readPlanned } from './read-planned.ts';
import { prepareMouths } from './scene-mouths.ts';
import { trackClip } from './track-clip.ts';
import type { TrackedClip } from './tracked-clip.ts';

/** A file that goes in. */
export interface SyncedFile {
  readonly path: string;
  /** Media type it was judged to be; its bytes decide when absent. */
  readonly mime?: string | undefined;
}

/** A lip sync: what goes in, what comes out and how. The same input gives the same bytes. */
export interface LipSync {
  readonly video: SyncedFile;
  readonly sound: SyncedFile;
  /** What is said when, or what finds that in the sound; found by the sound alone when absent. */
  readonly visemes?:
    | readonly VisemeSpan[]
    | ((sound: MonoSound) => Promise<readonly VisemeSpan[]>)
    | undefined;
  /** How much of the clip is used, from its start on. */
  readonly maxClipUs?: number | undefined;
  /** Hears mouths in place of visemes, which then only close lips. */
  readonly soundToMouth?: SoundToMouth | null | undefined;
  /** Paints mouths in place of those of the clip. */
  readonly openPainter?: OpenMouthPainter | null | undefined;
  /** An MP4 file comes to be here when it is complete. */
  readonly outputPath: string;
  /** Used for nothing else meanwhile. */
  readonly tracker: TrackerHost;
  readonly canonicalFace: CanonicalFace;
  /** Whether a clip without a mouth that can be moved gets the sound all the same (no). */
  readonly allowsNoLips?: boolean | undefined;
  /** What the shorter side is reduced to; never made larger. */
  readonly maxShortSide?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How much of looking through the clip, and then of making the result, is done, 0..1. */
  readonly onProgress?: ((stage: 'preparing' | 'rendering', fraction: number) => void) | undefined;
}

/** Time that each part took, in milliseconds. */
export interface LipSyncTimes {
  readonly listen: number;
  readonly track: number;
  readonly library: number;
  readonly draw: number;
  readonly measure: number;
  readonly encode: number;
}

/** What became of a lip sync. */
export interface LipSyncFacts extends SwapCounts, Omit<WrittenVideo, 'frames'>, MouthMetrics {
  readonly size: Size;
  /** Fraction of the frames with the speaker in which something covers the mouth, so that it stays as it was. */
  readonly coveredFraction: number;
  /** Lower faces of the clip that were shown again; with none, mouths were drawn. */
  readonly mouths: number;
  readonly drawnFrames: number;
  /** Frames in which a painter left lips open that have to meet, so that ours were drawn; 0 without one. */
  readonly closedFrames: number;
  readonly isRepeated: boolean;
  readonly people: number;
  readonly speaker: ClipSpeaker['reason'];
  /** What is said when. */
  readonly visemes: readonly VisemeSpan[];
  readonly times: LipSyncTimes;
}

/** The longest sound: memory grows with the faces of a clip. */
const LONGEST_SOUND_US = 600_000_000;
/** Players and decoders add some at the ends of what was cut to a whole minute. */
const ROUNDING_US = 500_000;
/** So much of a clip is looked through at least, also for a shorter sound: the more mouths, the better they fit. */
const LEAST_TRACKED_US = 12_000_000;

/**
 * Makes a clip say a sound. Throws `face_not_detected` when there is no mouth to move, `input_too_large` for a sound that
 * is too long, and what reading and writing throw. Aborting leaves no file and throws the reason of the signal.
 */
export async function syncLips(sync: LipSync): Promise<LipSyncFacts> {
  const { video, sound: soundFile, tracker, canonicalFace, signal, maxShortSide } = sync;
  const times = { listen: 0, track: 0, library: 0, draw: 0, measure: 0, encode: 0 };
  sync.onProgress?.('preparing', 0);
  const sound = await timed(times, 'listen', () =>
    readMonoSound(soundFile.path, { ...soundFile, signal, maxSec: LONGEST_SOUND_US / 1e6 }),
  );
  const soundUs = lengthOf(sound);
  const { visemes: known = findMouths } = sync;
  const visemes = await timed(times, 'listen', async () =>
    typeof known === 'function' ? known(sound) : known,
  );
  const maxDurationUs = Math.min(sync.maxClipUs ?? Infinity, Math.max(soundUs, LEAST_TRACKED_US));
  const { durationUs } = await probeMedia(video.path, video.mime);
  const lookedUs = durationUs > 0 ? Math.min(durationUs, maxDurationUs) : maxDurationUs;
  const clip = await timed(times, 'track', () =>
    trackClip({
      ...video,
      maxShortSide,
      maxDurationUs,
      tracker,
      canonicalFace,
      signal,
      onFrame: (endUs) => sync.onProgress?.('preparing', Math.min(1, endUs / lookedUs)),
    }),
  );
  const { allowsNoLips = false } = sync;
  const found = chooseSpeaker(clip, canonicalFace);
  const speaker = found ?? (allowsNoLips ? noSpeaker(clip) : refuseFaceless(clip));
  const plan = planFrames(clip.frames, soundUs);
  const tasks =
    speaker.people === 0
      ? plan.frames.map(() => null)
      : await planTasks(sync, { clip, speaker, plan, sound, visemes, times });
  if (!allowsNoLips) {
    requireLips(tasks);
  }
  const source = { path: video.path, clip, options: { mime: video.mime, maxShortSide, signal } };
  const library = await timed(times, 'library', () =>
    readLibrary(source, tasks, { speaker, canonicalFace }),
  );
  const made = await render({
    sync,
    source,
    plan,
    speaker,
    tasks,
    library,
    visemes,
    sound,
    times,
  });
  return {
    ...made,
    size: clip.size,
    coveredFraction: fractionOf(tasks, speaker, plan),
    mouths: library.size,
    isRepeated: plan.isRepeated,
    people: speaker.people,
    speaker: speaker.reason,
    visemes,
    times,
  };
}

type MutableTimes = { -readonly [Name in keyof LipSyncTimes]: number };

async function timed<Result>(
  times: MutableTimes,
  part: keyof LipSyncTimes,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = performance.now();
  try {
    return await work();
  } finally {
    times[part] += performance.now() - startedAtMs;
  }
}

function lengthOf({ samples, sampleRateHz }: MonoSound): number {
  const soundUs = Math.round((samples.length * 1e6) / sampleRateHz);
  if (soundUs > LONGEST_SOUND_US + ROUNDING_US) {
    const [seconds, most] = [Math.round(soundUs / 1e6), LONGEST_SOUND_US / 1e6];
    throw new AppError(
      'input_too_large',
      `The sound is ${seconds} s long. Lip sync takes up to ${most} s.`,
      {
        details: {
          field: 'audio_key',
          ...faultDetails('sound_too_long', { seconds, max_seconds: most }),
        },
      },
    );
  }
  return soundUs;
}

/** Nobody in any frame. */
function noSpeaker({ frames }: TrackedClip): ClipSpeaker {
  const nothing = frames.map(() => null);
  return { faces: nothing, shapes: nothing, people: 0, reason: 'only_person' };
}

function refuseFaceless(clip: TrackedClip): never {
  const total = clip.frames.length;
  throw new AppError(
    'face_not_detected',
    clip.framesWithFace === 0
      ? `No face was found in any of the ${total} frames of the video.`
      : `The faces in the video are too small or turned away too far in all of its ${total} frames.`,
    { details: { input: 'video', frames: total, framesWithFace: clip.framesWithFace } },
  );
}

async function planTasks(
  { soundToMouth, canonicalFace, signal }: LipSync,
  {
    clip,
    speaker,
    plan,
    sound,
    visemes,
    times,
  }: Pick<Rendering, 'plan' | 'speaker' | 'sound' | 'visemes' | 'times'> & {
    readonly clip: TrackedClip;
  },
): Promise<readonly (LipTask | null)[]> {
  const timesMs = plan.frames.map(middleMsOf);
  const mouths = await timed(times, 'listen', async () =>
    soundToMouth?.measure(sound, timesMs, signal),
  );
  const windowMs = (clip.frameRate.den * 1000) / clip.frameRate.num;
  const loudness = measureLoudness(sound, timesMs, windowMs);
  // Of ten minutes these take seconds: whether they are still wanted is asked before them and within them.
  const pause = async (): Promise<void> => {
    await breathe();
    signal?.throwIfAborted();
  };
  await pause();
  const track = createMouthTrack({ visemes, loudness, mouths }, timesMs);
  await pause();
  const prepared = await prepareMouths(clip.frames, speaker, { canonicalFace, pause });
  return planLips(clip.frames, plan.frames, { speaker, prepared, track, pause });
}

function requireLips(tasks: readonly (LipTask | null)[]): void {
  if (tasks.every((task) => task === null)) {
    throw new AppError(
      'face_not_detected',
      'The mouth is covered, or cannot be seen well enough, in all frames of the video.',
      { details: { input: 'video', frames: tasks.length } },
    );
  }
}

function middleMsOf({ timestampUs, durationUs }: FramePlan['frames'][number]): number {
  return (timestampUs + durationUs / 2) / 1000;
}

interface Rendering {
  readonly sync: LipSync;
  readonly source: PlanSource;
  readonly plan: FramePlan;
  readonly speaker: ClipSpeaker;
  readonly tasks: readonly (LipTask | null)[];
  readonly library: ReadonlyMap<number, LowerFace>;
  readonly visemes: readonly VisemeSpan[];
  readonly sound: MonoSound;
  readonly times: MutableTimes;
}

async function render(rendering: Rendering) {
  const { sync, source, plan, speaker, tasks, visemes, sound: heard, times } = rendering;
  const { signal, tracker, canonicalFace } = sync;
  const { size, colour, frameRate, timeBase } = source.clip;
  const renderer = openLipRenderer(canonicalFace);
  const check = createMouthCheck(tracker.plainMeter, canonicalFace);
  const drawer = new MouthDrawer({
    renderer,
    drawnMouths: new DrawnMouths(canonicalFace, createSkinReader(canonicalFace)),
    library: rendering.library,
    painter: sync.openPainter?.(heard) ?? null,
    check,
  });
  const record = createSwapRecord();
  let writer: VideoWriter | null = null;
  let drawnFrames = 0;
  try {
    writer = await openVideoWriter(sync.outputPath, {
      size,
      colour,
      frameRate,
      timeBase,
      sound: { ...sync.sound, endUs: lengthOf(heard) },
      comment: provenanceComment,
    });
    let at = 0;
    let checking = Promise.resolve();
    for await (const shown of readPlanned(source, plan.frames)) {
      const task = tasks[at] ?? null;
      drawnFrames += task !== null && task.shown.length === 0 ? 1 : 0;
      // A covered mouth stays as it was, though its person is there.
      const hasSpeaker = speaker.faces[shown.planned.source] !== null;
      record.note(shown.planned, { faces: hasSpeaker ? 1 : 0, shown: task?.visible ?? 0 });
      const drawn = await finishFrame(rendering, shown, { task, drawer, check, writer });
      // The picture of the frame before is used again after this.
      await orAbort(checking, signal);
      checking = drawn.checking;
      at += 1;
      sync.onProgress?.('rendering', at / plan.frames.length);
      await breathe();
    }
    await orAbort(checking, signal);
    const { sizeBytes, sound } = await orAbort(writer.finish(), signal);
    times.encode = writer.busyMs();
    const { closedFrames } = drawer;
    return {
      ...record.summarise(),
      ...check.summarise(visemes),
      sizeBytes,
      sound,
      drawnFrames,
      closedFrames,
    };
  } finally {
    renderer.close();
    await writer?.discard();
  }
}

async function finishFrame(
  { sync, source, times }: Rendering,
  { picture, planned }: PlannedPicture,
  {
    task,
    drawer,
    check,
    writer,
  }: {
    readonly task: LipTask | null;
    readonly drawer: MouthDrawer;
    readonly check: MouthCheck;
    readonly writer: VideoWriter;
  },
): Promise<{ readonly checking: Promise<void> }> {
  if (task === null) {
    await writer.write(picture, planned);
    return { checking: Promise.resolve() };
  }
  const looking = check.addShut(picture, task);
  if (looking !== null) {
    await timed(times, 'measure', () => orAbort(looking, sync.signal));
  }
  const timeMs = middleMsOf(planned);
  const { scene } = source.clip.frames[planned.source]!;
  const mesh = await timed(times, 'draw', () =>
    drawer.draw({ picture, task, scene, timeMs }, sync.signal),
  );
  // The check reads the picture on its thread while the next one is drawn.
  const checking = timed(times, 'measure', () =>
    check.add(picture, { timeMs, mesh: mesh.slice(), task }),
  );
  checking.catch(() => undefined);
  await writer.write(picture, planned);
  return { checking };
}

/** Of the frames that show the speaker, those whose mouth stays as it was. */
function fractionOf(
  tasks: readonly (LipTask | null)[],
  speaker: ClipSpeaker,
  { frames }: FramePlan,
): number {
  const shown = frames.filter(({ source }) => speaker.faces[source] !== null).length;
  const moved = tasks.filter((task) => task !== null).length;
  return shown === 0 ? 0 : Math.max(0, 1 - moved / shown);
}
