import { type LipPreparation, prepareLips } from '../../engine/talk/lip-sync/prepare-lips.ts';
import type { PreparedLips } from '../../engine/talk/lip-sync/prepared-lips.ts';
import type { LipRendering } from '../../engine/talk/lip-sync/render-lips.ts';
import type { MonoSound } from '../../engine/talk/speech/loudness.ts';
import { withFaceErrorField } from '../kit/failures.ts';
import { type InputOf, readInput, requireFile } from '../kit/inputs.ts';
import { openWarmTracker, type WarmTracker } from '../kit/models.ts';
import { findSpeechVisemes, type SpeechVisemes } from '../kit/speech-visemes.ts';
import { openRunTalk, type RunTalk } from '../kit/talk-packs.ts';
import type { ProgressTracker } from '../kit/progress-tracker.ts';
import type { InputFile } from '../media-file.ts';
import type { RunContext } from '../processor.ts';
import { lipSync } from './definition.ts';
import { type LipWork, toLipWork } from './describe.ts';

/** Approximate weight of each phase in the work. */
export const lipWeights = { reading: 2, preparing: 46, rendering: 50, finishing: 2 };

/** Request of a lip sync. */
export interface LipRequest {
  readonly video: InputFile;
  readonly sound: InputFile;
  readonly input: InputOf<'submitLipSync'>;
}

/** Reads the request of a run. */
export function readLipRequest(context: RunContext): LipRequest {
  const input = readInput(context, lipSync.operation);
  return {
    video: requireFile(context, input.video_key),
    sound: requireFile(context, input.audio_key),
    input,
  };
}

/** Opened models of a lip sync. */
export interface OpenedLips extends Pick<WarmTracker, 'tracker' | 'canonicalFace'> {
  readonly talk: RunTalk;
}

/** Opens networks and packs. */
export async function openLips(
  { packs, signal }: RunContext,
  clock: ProgressTracker,
): Promise<OpenedLips> {
  clock.enter('reading');
  const talk = await openRunTalk(packs, ['soundToMouth', 'mouthPainter'], signal);
  const { tracker, canonicalFace } = await openWarmTracker(signal);
  signal.throwIfAborted();
  return { talk, tracker, canonicalFace };
}

/** Analysed clip and audio. */
export interface PreparedRun {
  readonly lips: PreparedLips;
  readonly sound: MonoSound;
  readonly work: LipWork;
}

/** Analyses clip and audio of a run. */
export async function prepareRun(
  context: RunContext,
  clock: ProgressTracker,
  { talk, tracker, canonicalFace }: OpenedLips,
): Promise<PreparedRun> {
  const { signal, hints = {} } = context;
  const { transcript: text, max_duration_sec: maxSec } = hints;
  const { video, sound, input } = readLipRequest(context);
  let spoken: Omit<SpeechVisemes, 'visemes'> = { isAligned: false, notes: [] };
  const preparation: LipPreparation = {
    video,
    sound,
    tracker,
    canonicalFace,
    maxClipUs: maxSec === undefined ? undefined : maxSec * 1e6,
    async visemes(speech) {
      const transcript = text === undefined ? null : { text };
      const found = await findSpeechVisemes(speech, transcript, signal);
      spoken = found;
      return found.visemes;
    },
    soundToMouth: talk.soundToMouth,
    maxShortSide: input.output_resolution_p,
    signal,
  };
  const prepared = await withFaceErrorField('video_key', () =>
    prepareLips(preparation, (fraction) => clock.advanceWithin('preparing', fraction)),
  );
  return { ...prepared, work: toLipWork(talk, spoken) };
}

/**
 * Creates the rendering options of a run, without the output path. `speech` is the audio for a mouth generator; null
 * without one.
 */
export function toLipRendering(
  context: RunContext,
  clock: ProgressTracker,
  { opened, speech }: { readonly opened: OpenedLips; readonly speech: MonoSound | null },
): Omit<LipRendering, 'outputPath'> {
  const { video, sound, input } = readLipRequest(context);
  return {
    video,
    sound,
    tracker: opened.tracker,
    canonicalFace: opened.canonicalFace,
    painter: speech === null ? null : (opened.talk.openPainter?.(speech) ?? null),
    maxShortSide: input.output_resolution_p,
    signal: context.signal,
    onProgress: (fraction) => clock.advanceWithin('rendering', fraction),
  };
}
