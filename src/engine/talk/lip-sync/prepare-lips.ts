/**
 * Prepares a lip sync before its first frame is drawn, in two passes over the clip:
 *
 *   audio -> visemes -> wanted mouths ---------------------------------------------.
 *   first pass: faces, hands, cuts -> speaker -> rest, movement, available mouths -> path through available mouths
 *   second pass: lower faces on the path
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { probeMedia } from '../../io/video/probe.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import type { SoundToMouth } from '../seams/sound-to-mouth.ts';
import { findMouths } from '../speech/find-mouths.ts';
import { measureLoudness, type MonoSound } from '../speech/loudness.ts';
import { readMonoSound } from '../speech/mono-sound.ts';
import { createMouthTrack } from '../speech/mouth-track.ts';
import { chooseSpeaker, type ClipSpeaker } from './choose-speaker.ts';
import { type FramePlan, computeMiddleMs, planFrames } from './frame-plan.ts';
import { type LipTask, planLips } from './lip-plan.ts';
import type { PreparedLips, PreparingTimes, SyncedFile } from './prepared-lips.ts';
import { readLibrary } from './read-library.ts';
import { prepareMouths } from './scene-mouths.ts';
import { trackClip } from './track-clip.ts';
import type { TrackedClip } from './tracked-clip.ts';
import { measurePart } from './measure-part.ts';

/** Inputs for preparing a lip sync. */
export interface LipPreparation {
  readonly video: SyncedFile;
  readonly sound: SyncedFile;
  /** Timed visemes, or a function that finds them in the audio; detected from the audio alone when absent. */
  readonly visemes?:
    | readonly VisemeSpan[]
    | ((sound: MonoSound) => Promise<readonly VisemeSpan[]>)
    | undefined;
  /** Maximum length of the clip from its start. */
  readonly maxClipUs?: number | undefined;
  /** Predicts mouth shapes from audio instead of visemes, which then only close lips. */
  readonly soundToMouth?: SoundToMouth | null | undefined;
  /** Must not be used elsewhere meanwhile. */
  readonly tracker: TrackerHost;
  readonly canonicalFace: CanonicalFace;
  /** True when a clip without a usable mouth still gets the audio; false by default. */
  readonly allowsNoLips?: boolean | undefined;
  /** Maximum of the shorter side; frames are never enlarged. */
  readonly maxShortSide?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum audio length: memory grows with the faces of a clip. */
const LONGEST_SOUND_US = 600_000_000;
/** Tolerance: players and decoders add some time at the ends of audio cut to a whole minute. */
const ROUNDING_US = 500_000;
/** Minimum length of the clip that is tracked, even for shorter audio: more mouths fit better. */
const MIN_TRACKED_US = 12_000_000;

/** Reads the audio of a lip sync. Throws `input_too_large` for one that is too long. */
export async function readSyncedSound(
  file: SyncedFile,
  signal: AbortSignal | undefined,
): Promise<MonoSound> {
  const sound = await readMonoSound(file.path, { ...file, signal, maxSec: LONGEST_SOUND_US / 1e6 });
  const soundUs = computeLength(sound);
  if (soundUs > LONGEST_SOUND_US + ROUNDING_US) {
    const [seconds, max] = [Math.round(soundUs / 1e6), LONGEST_SOUND_US / 1e6];
    throw new AppError(
      'input_too_large',
      `The sound is ${seconds} s long. Lip sync takes up to ${max} s.`,
      {
        details: {
          field: 'audio_key',
          ...faultDetails('sound_too_long', { seconds, max_seconds: max }),
        },
      },
    );
  }
  return sound;
}

/**
 * Tracks a clip and plans a lip sync; `onProgress` receives the fraction done, 0..1. Throws `face_not_detected` without
 * a usable mouth, and what reading and {@link readSyncedSound} throw.
 */
export async function prepareLips(
  preparation: LipPreparation,
  onProgress: (fraction: number) => void,
): Promise<{ readonly lips: PreparedLips; readonly sound: MonoSound }> {
  const { video, tracker, canonicalFace, signal, maxShortSide } = preparation;
  const times = { listen: 0, track: 0, library: 0 };
  onProgress(0);
  const sound = await measurePart(times, 'listen', () =>
    readSyncedSound(preparation.sound, signal),
  );
  const soundUs = computeLength(sound);
  const { visemes: known = findMouths } = preparation;
  const visemes = await measurePart(times, 'listen', async () =>
    typeof known === 'function' ? known(sound) : known,
  );
  const maxDurationUs = Math.min(
    preparation.maxClipUs ?? Infinity,
    Math.max(soundUs, MIN_TRACKED_US),
  );
  const { durationUs } = await probeMedia(video.path, video.mime);
  const lookedUs = durationUs > 0 ? Math.min(durationUs, maxDurationUs) : maxDurationUs;
  const clip = await measurePart(times, 'track', () =>
    trackClip({
      ...video,
      maxShortSide,
      maxDurationUs,
      tracker,
      canonicalFace,
      signal,
      onFrame: (endUs) => onProgress(Math.min(1, endUs / lookedUs)),
    }),
  );
  const { allowsNoLips = false } = preparation;
  const found = chooseSpeaker(clip, canonicalFace);
  const speaker = found ?? (allowsNoLips ? createNoSpeaker(clip) : refuseFaceless(clip));
  const plan = planFrames(clip.frames, soundUs);
  const tasks =
    speaker.people === 0
      ? plan.frames.map(() => null)
      : await planTasks(preparation, { clip, speaker, plan, sound, visemes, times });
  if (!allowsNoLips) {
    requireLips(tasks);
  }
  const source = { path: video.path, clip, options: { mime: video.mime, maxShortSide, signal } };
  const library = await measurePart(times, 'library', () =>
    readLibrary(source, tasks, { speaker, canonicalFace }),
  );
  const lips: PreparedLips = {
    findings: {
      coveredFraction: computeFraction(tasks, speaker, plan),
      mouths: library.size,
      isRepeated: plan.isRepeated,
      people: speaker.people,
      speaker: speaker.reason,
      visemes,
      soundUs,
      times,
    },
    clip,
    isSeen: speaker.faces.map((face) => face !== null),
    frames: plan.frames,
    tasks,
    library,
  };
  return { lips, sound };
}

type MutableTimes = { -readonly [Name in keyof PreparingTimes]: number };

function computeLength({ samples, sampleRateHz }: MonoSound): number {
  return Math.round((samples.length * 1e6) / sampleRateHz);
}

/** Returns a speaker that is in no frame. */
function createNoSpeaker({ frames }: TrackedClip): ClipSpeaker {
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
  { soundToMouth, canonicalFace, signal }: LipPreparation,
  {
    clip,
    speaker,
    plan,
    sound,
    visemes,
    times,
  }: {
    readonly clip: TrackedClip;
    readonly speaker: ClipSpeaker;
    readonly plan: FramePlan;
    readonly sound: MonoSound;
    readonly visemes: readonly VisemeSpan[];
    readonly times: MutableTimes;
  },
): Promise<readonly (LipTask | null)[]> {
  const timesMs = plan.frames.map(computeMiddleMs);
  const mouths = await measurePart(times, 'listen', async () =>
    soundToMouth?.measure(sound, timesMs, signal),
  );
  const windowMs = (clip.frameRate.den * 1000) / clip.frameRate.num;
  const loudness = measureLoudness(sound, timesMs, windowMs);
  // Ten minutes of frames take seconds here, so the signal is checked in between.
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

/** Returns the fraction of frames with the speaker whose mouth stays unchanged. */
function computeFraction(
  tasks: readonly (LipTask | null)[],
  speaker: ClipSpeaker,
  { frames }: FramePlan,
): number {
  const shown = frames.filter(({ source }) => speaker.faces[source] !== null).length;
  const moved = tasks.filter((task) => task !== null).length;
  return shown === 0 ? 0 : Math.max(0, 1 - moved / shown);
}
