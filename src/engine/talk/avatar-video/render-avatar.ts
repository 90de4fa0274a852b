/**
 * Renders a speaking portrait as a video with its audio:
 *
 *   matte of the person -> background inpainted -> mouth and head motion per frame -> drawn, some frames measured -> encoded
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { provenanceComment } from '../../io/provenance.ts';
import type { SoundSource } from '../../io/audio/sound-track.ts';
import { openVideoWriter, type VideoWriter } from '../../io/video/video-writer.ts';
import type { YuvColour } from '../../pixels/frame.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { type Avatar, createAvatar } from '../avatar/avatar.ts';
import { BESIDE_SPEAKER_CM, completeGround } from '../avatar/complete-ground.ts';
import { cutPerson } from '../avatar/cut-person.ts';
import { animateHead } from '../motion/head-motion.ts';
import { measureLoudness, type MonoSound } from '../speech/loudness.ts';
import { type OpeningCurve, plainOpening } from '../mouth/opening-curve.ts';
import { createMouthTrack, type MouthFrame } from '../speech/mouth-track.ts';
import type { OpenPortraitAnimator, PortraitAnimator } from '../seams/portrait-animator.ts';
import type { SoundToMouth } from '../seams/sound-to-mouth.ts';
import { AvatarDrawer } from './avatar-drawer.ts';
import {
  type AvatarQuality,
  type AvatarSamples,
  createAvatarMeter,
  summariseAvatar,
  type TalkModels,
} from './avatar-meter.ts';
import { calibrateOpening } from './calibrate-opening.ts';
import type { Portrait } from './read-portrait.ts';

/** Speech of an avatar: an audio file, its samples and its timed visemes. */
export interface AvatarSpeech {
  readonly path: string;
  readonly mime?: string | undefined;
  readonly sound: MonoSound;
  /** In order and without gaps. */
  readonly visemes: readonly VisemeSpan[];
}

/** Per-frame plan of an avatar video. */
export interface AvatarPlan {
  readonly mouths: readonly MouthFrame[];
  readonly visemes: readonly VisemeSpan[];
  /** Lip gaps of the portrait; measured before the first frame where it is null. See {@link findOpeningCurve}. */
  readonly openingCurve: OpeningCurve | null;
  readonly framesPerSecond: number;
  /** Seed of the motion beside the mouth. */
  readonly seed: number;
  readonly durationUs: number;
}

/** Inputs for drawing an avatar. */
export interface AvatarDrawing {
  readonly portrait: Portrait;
  readonly models: TalkModels;
  readonly outputPath: string;
  /** Opens an animator that draws the face instead of its mesh. */
  readonly openAnimator?: OpenPortraitAnimator | null | undefined;
  readonly signal: AbortSignal;
  /** Called before the first frame is drawn. */
  readonly onPrepared?: (() => void) | undefined;
  /** Called with the fraction of frames drawn, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Inputs of an avatar video. The same inputs with the same seed give the same bytes. */
export interface AvatarVideo extends AvatarDrawing {
  readonly speech: AvatarSpeech;
  readonly framesPerSecond: number;
  readonly seed: number;
  /** Predicts mouth shapes from audio instead of visemes, which then only close lips. */
  readonly soundToMouth?: SoundToMouth | null | undefined;
}

/** A range of a plan's frames that is drawn separately. */
export interface AvatarSegment {
  readonly from: number;
  /** Exclusive end. */
  readonly to: number;
  /** See `H264Options`. */
  readonly processors: number;
}

/** Statistics of drawn frames. */
export interface DrawnAvatar {
  readonly frames: number;
  readonly samples: AvatarSamples;
  readonly hasOwnTeeth: boolean;
  /**
   * Number of frames in which the animator left lips open that must meet, so that the frame without it was kept; 0
   * without one.
   */
  readonly closedFrames: number;
  /** Milliseconds spent on cutting out and inpainting, on drawing, and on encoding. */
  readonly times: { readonly cutMs: number; readonly drawMs: number; readonly encodeMs: number };
}

/** Statistics of a finished avatar video. */
export interface AvatarVideoFacts extends Omit<DrawnAvatar, 'samples'> {
  readonly durationUs: number;
  readonly quality: AvatarQuality;
}

/** Height from which players assume BT.709. */
const HD_ROWS = 720;
/**
 * Measurement limits: frames measured for timing and amount from the start, closures over the whole video, and frames
 * compared with the portrait.
 */
const MAX_LOOKED = 250;
const MAX_CLOSURES = 40;
const MAX_COMPARED = 10;

/** Renders a video. Aborting leaves no file and throws the reason of the signal. */
export async function renderAvatar(video: AvatarVideo): Promise<AvatarVideoFacts> {
  const { path, mime } = video.speech;
  const plan = await planAvatar(video);
  return joinDrawn([await drawAvatar(plan, { ...video, sound: { path, mime } })], plan);
}

/** Joins the statistics of the parts of a video. */
export function joinDrawn(
  parts: readonly DrawnAvatar[],
  { visemes, durationUs }: Pick<AvatarPlan, 'visemes' | 'durationUs'>,
): AvatarVideoFacts {
  const add = (pick: (part: DrawnAvatar) => number): number =>
    parts.reduce((sum, part) => sum + pick(part), 0);
  return {
    frames: add(({ frames }) => frames),
    durationUs,
    quality: summariseAvatar(
      parts.map(({ samples }) => samples),
      visemes,
    ),
    hasOwnTeeth: parts.some(({ hasOwnTeeth }) => hasOwnTeeth),
    closedFrames: add(({ closedFrames }) => closedFrames),
    times: {
      cutMs: add(({ times }) => times.cutMs),
      drawMs: add(({ times }) => times.drawMs),
      encodeMs: add(({ times }) => times.encodeMs),
    },
  };
}

/**
 * Draws the whole plan with its audio, or one segment without audio and with timestamps from its start. The smile state
 * is advanced from frame 0 on, so that frames are the same in both cases.
 */
export async function drawAvatar(
  plan: AvatarPlan,
  drawing: AvatarDrawing & ({ readonly sound: SoundSource } | { readonly segment: AvatarSegment }),
): Promise<DrawnAvatar> {
  const { portrait, signal, outputPath } = drawing;
  const { framesPerSecond } = plan;
  const startedAtMs = performance.now();
  const avatar = await prepare(drawing, plan);
  let writer: VideoWriter | null = null;
  try {
    signal.throwIfAborted();
    const cutMs = performance.now() - startedAtMs;
    drawing.onPrepared?.();
    writer = await openVideoWriter(outputPath, {
      size: portrait.image,
      colour: colourFor(portrait),
      frameRate: { num: framesPerSecond, den: 1 },
      ...('sound' in drawing
        ? { sound: drawing.sound, comment: provenanceComment }
        : {
            processors: drawing.segment.processors,
            isContinuation: drawing.segment.from > 0,
            originUs: timeOf(drawing.segment.from, framesPerSecond),
          }),
    });
    const span = 'sound' in drawing ? { from: 0, to: plan.mouths.length } : drawing.segment;
    const { drawMs, ...drawn } = await drawAll(plan, { drawing, avatar, writer, span });
    await writer.finish();
    return {
      ...drawn,
      frames: span.to - span.from,
      hasOwnTeeth: avatar.hasOwnTeeth,
      times: { cutMs, drawMs, encodeMs: writer.busyMs() },
    };
  } finally {
    // After an orderly end there is nothing to discard; the file stays.
    await writer?.discard();
    avatar.close();
  }
}

/** Presentation time of a frame, in microseconds. */
export function timeOf(frame: number, framesPerSecond: number): number {
  return Math.round((frame * 1e6) / framesPerSecond);
}

async function prepare(
  drawing: AvatarDrawing,
  { openingCurve }: Pick<AvatarPlan, 'openingCurve'>,
): Promise<Avatar> {
  const { portrait, models, signal } = drawing;
  const { image, face } = portrait;
  const pause = computePause(signal);
  const isAlone = portrait.faces === 1;
  const alpha = await cutPerson(image, face, { matte: models.personMatte, isAlone, pause });
  await pause();
  const ground = await completeGround({
    image,
    alpha,
    scale: face.pose.scale,
    shownCm: BESIDE_SPEAKER_CM,
    pause,
  });
  const colour = colourFor(portrait);
  await pause();
  // Measured after the matte and the background, which need the most memory.
  const curve = openingCurve ?? (await findOpeningCurve(drawing));
  const avatar = createAvatar({
    image,
    face,
    alpha,
    ground,
    canonicalFace: models.canonicalFace,
    colour,
  });
  avatar.setOpeningCurve(curve);
  return avatar;
}

/** Measures a portrait's opening curve; the plain one with an animator, whose own lips follow the wanted gap. */
export async function findOpeningCurve({
  portrait,
  models,
  openAnimator,
  signal,
}: Pick<AvatarDrawing, 'portrait' | 'models' | 'openAnimator' | 'signal'>): Promise<OpeningCurve> {
  const isDrawn = openAnimator === null || openAnimator === undefined;
  return isDrawn ? calibrateOpening(portrait, models, computePause(signal)) : plainOpening;
}

/** Lets other work run, and throws the reason of an aborted signal. */
function computePause(signal: AbortSignal): () => Promise<void> {
  return async () => {
    await breathe();
    signal.throwIfAborted();
  };
}

async function drawAll(
  { mouths, visemes, seed, framesPerSecond: fps }: AvatarPlan,
  {
    drawing,
    avatar,
    writer,
    span,
  }: {
    readonly drawing: AvatarDrawing;
    readonly avatar: Avatar;
    readonly writer: VideoWriter;
    readonly span: { readonly from: number; readonly to: number };
  },
): Promise<Pick<DrawnAvatar, 'samples' | 'closedFrames'> & { readonly drawMs: number }> {
  const { signal, portrait, models } = drawing;
  const moments = mouths.map(({ loudness, viseme }) => ({ loudness, isSilent: viseme === 'sil' }));
  const motion = animateHead(moments, { fps, seed });
  const meter = createAvatarMeter(models, portrait);
  const closures = pickEvenly(findClosures(visemes, mouths, fps), MAX_CLOSURES);
  const compared = pickEvenly([...mouths.keys()], MAX_COMPARED);
  const drawer = new AvatarDrawer(avatar, meter, await openAnimator(drawing));
  let drawMs = 0;
  for (const spoken of mouths.slice(0, span.from)) {
    avatar.follow(spoken);
  }
  for (let index = span.from; index < span.to; index += 1) {
    const spoken = mouths[index]!;
    // Drawing a frame may take long, so the signal is checked before each.
    await breathe();
    signal.throwIfAborted();
    const startedAtMs = performance.now();
    await drawer.draw(spoken, motion[index]!, signal);
    drawMs += performance.now() - startedAtMs;
    if (index < MAX_LOOKED || closures.has(index)) {
      const timeMs = ((index + 0.5) * 1000) / fps;
      meter.addMouth(avatar.frame, { timeMs, mesh: avatar.mesh, wanted: spoken.mouth.open });
    }
    if (compared.has(index)) {
      meter.compare(avatar.frame, avatar.mesh);
    }
    await writer.write(avatar.frame, {
      timestampUs: timeOf(index, fps),
      durationUs: Math.round(1e6 / fps),
    });
    drawing.onProgress?.((index + 1 - span.from) / (span.to - span.from));
  }
  return { samples: meter.samples(), drawMs, closedFrames: drawer.closedFrames };
}

function openAnimator({
  portrait: { frame, face },
  openAnimator,
  signal,
}: AvatarDrawing): Promise<PortraitAnimator> | null {
  return openAnimator?.({ frame, landmarks: face.landmarks }, signal) ?? null;
}

/** Plans the frames of a video; the last frame ends with the audio or just after it. */
export async function planAvatar({
  speech: { sound, visemes },
  framesPerSecond: fps,
  seed,
  soundToMouth,
  signal,
}: Pick<
  AvatarVideo,
  'speech' | 'framesPerSecond' | 'seed' | 'soundToMouth' | 'signal'
>): Promise<AvatarPlan> {
  const durationUs = computeLengthUs(sound);
  const count = Math.max(1, Math.ceil((durationUs * fps) / 1e6));
  const timesMs = Array.from({ length: count }, (_, frame) => ((frame + 0.5) * 1000) / fps);
  const loudness = measureLoudness(sound, timesMs, 1000 / fps);
  const measured = await soundToMouth?.measure(sound, timesMs, signal);
  const mouths = createMouthTrack({ visemes, loudness, mouths: measured }, timesMs);
  return { mouths, visemes, openingCurve: null, framesPerSecond: fps, seed, durationUs };
}

/** Returns the frames nearest to the middles of p, b and m. */
function findClosures(
  visemes: readonly VisemeSpan[],
  frames: readonly MouthFrame[],
  fps: number,
): number[] {
  return visemes.flatMap(({ viseme, startMs, endMs }) => {
    const frame = Math.round((((startMs + endMs) / 2) * fps) / 1000 - 0.5);
    return viseme === 'PP' && frames[frame] !== undefined ? [frame] : [];
  });
}

function pickEvenly(values: readonly number[], max: number): ReadonlySet<number> {
  const step = Math.max(1, values.length / max);
  const count = Math.min(values.length, max);
  return new Set(
    Array.from({ length: count }, (_, index) => values[Math.floor((index + 0.5) * step)] ?? 0),
  );
}

function computeLengthUs({ samples, sampleRateHz }: MonoSound): number {
  return Math.round((samples.length * 1e6) / sampleRateHz);
}

function colourFor({ image }: Portrait): YuvColour {
  return { matrix: image.height >= HD_ROWS ? 'bt709' : 'bt601', isFullRange: false };
}
