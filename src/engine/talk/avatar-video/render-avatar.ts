/**
 * A portrait that speaks, as a video with its sound:
 *
 *   person cut out -> ground completed -> mouth and motion of every frame -> drawn, measured now and then -> written
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { provenanceComment } from '../../io/provenance.ts';
import { openVideoWriter, type VideoWriter } from '../../io/video-writer.ts';
import type { YuvColour } from '../../pixels/frame.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { type Avatar, createAvatar } from '../avatar/avatar.ts';
import { BESIDE_SPEAKER_CM, completeGround } from '../avatar/complete-ground.ts';
import { cutPerson } from '../avatar/cut-person.ts';
import { animateHead } from '../motion/head-motion.ts';
import { measureLoudness, type MonoSound } from '../speech/loudness.ts';
import { createMouthTrack, type MouthFrame } from '../speech/mouth-track.ts';
import type { OpenPortraitAnimator, PortraitAnimator } from '../seams/portrait-animator.ts';
import type { SoundToMouth } from '../seams/sound-to-mouth.ts';
import { AvatarDrawer } from './avatar-drawer.ts';
import { type AvatarQuality, createAvatarMeter, type TalkModels } from './avatar-meter.ts';
import type { Portrait } from './read-portrait.ts';

/** Speech that an avatar is to say, as a file and as what is said when. */
export interface AvatarSpeech {
  readonly path: string;
  readonly mime?: string | undefined;
  readonly sound: MonoSound;
  /** In order and without gaps. */
  readonly visemes: readonly VisemeSpan[];
}

/** A video to be made. The same one with the same seed has the same bytes. */
export interface AvatarVideo {
  readonly portrait: Portrait;
  readonly models: TalkModels;
  readonly speech: AvatarSpeech;
  readonly outputPath: string;
  readonly framesPerSecond: number;
  /** What the motion beside the mouth comes from. */
  readonly seed: number;
  /** Hears mouths in place of visemes, which then only close lips. */
  readonly soundToMouth?: SoundToMouth | null | undefined;
  /** Draws the face in place of its mesh. */
  readonly openAnimator?: OpenPortraitAnimator | null | undefined;
  readonly signal: AbortSignal;
  /** Told when frames begin to be drawn. */
  readonly onPrepared?: (() => void) | undefined;
  /** Told how many frames are drawn, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** What was made. */
export interface AvatarVideoFacts {
  readonly frames: number;
  readonly durationUs: number;
  readonly quality: AvatarQuality;
  readonly hasOwnTeeth: boolean;
  /** Frames in which an animator left lips open that have to meet, so that ours were drawn; 0 without one. */
  readonly closedFrames: number;
  /** Time for cutting and completing, for drawing and for encoding. */
  readonly times: { readonly cutMs: number; readonly drawMs: number; readonly encodeMs: number };
}

/** From this height on players take BT.709 for granted. */
const HD_ROWS = 720;
/** So many frames are looked at for time and amount from the beginning, closures to the end, and frames compared, at most. */
const MOST_LOOKED = 250;
const MOST_CLOSURES = 40;
const MOST_COMPARED = 10;

/** Renders a video. Aborting leaves no file and throws the reason of the signal. */
export async function renderAvatar(video: AvatarVideo): Promise<AvatarVideoFacts> {
  const { portrait, signal, outputPath, framesPerSecond, speech } = video;
  const startedAtMs = performance.now();
  const avatar = await prepare(video);
  let writer: VideoWriter | null = null;
  try {
    signal.throwIfAborted();
    const cutMs = performance.now() - startedAtMs;
    video.onPrepared?.();
    writer = await openVideoWriter(outputPath, {
      size: portrait.image,
      colour: colourFor(portrait),
      frameRate: { num: framesPerSecond, den: 1 },
      sound: { path: speech.path, mime: speech.mime },
      comment: provenanceComment,
    });
    const { quality, frames, drawMs, closedFrames } = await drawAll(video, avatar, writer);
    await writer.finish();
    return {
      frames,
      durationUs: lengthUsOf(speech.sound),
      quality,
      hasOwnTeeth: avatar.hasOwnTeeth,
      closedFrames,
      times: { cutMs, drawMs, encodeMs: writer.busyMs() },
    };
  } finally {
    // After an orderly end there is nothing to discard; the file stays.
    await writer?.discard();
    avatar.close();
  }
}

async function prepare({ portrait, models, signal }: AvatarVideo): Promise<Avatar> {
  const { image, face } = portrait;
  const pause = async (): Promise<void> => {
    await breathe();
    signal.throwIfAborted();
  };
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
  return createAvatar({
    image,
    face,
    alpha,
    ground,
    canonicalFace: models.canonicalFace,
    colour,
  });
}

async function drawAll(video: AvatarVideo, avatar: Avatar, writer: VideoWriter) {
  const { signal, framesPerSecond: fps, seed, speech, portrait, models } = video;
  const frames = await planMouths(video);
  const moments = frames.map(({ loudness, viseme }) => ({ loudness, isSilent: viseme === 'sil' }));
  const motion = animateHead(moments, { fps, seed });
  const meter = createAvatarMeter(models, portrait);
  const closures = pickEvenly(findClosures(speech.visemes, frames, fps), MOST_CLOSURES);
  const compared = pickEvenly([...frames.keys()], MOST_COMPARED);
  const drawer = new AvatarDrawer(avatar, meter, await openAnimatorOf(video));
  let drawMs = 0;
  for (const [index, spoken] of frames.entries()) {
    // A frame may take long: whether it is still wanted is asked before each.
    await breathe();
    signal.throwIfAborted();
    const startedAtMs = performance.now();
    await drawer.draw(spoken, motion[index]!, signal);
    drawMs += performance.now() - startedAtMs;
    if (index < MOST_LOOKED || closures.has(index)) {
      const timeMs = ((index + 0.5) * 1000) / fps;
      meter.addMouth(avatar.frame, { timeMs, mesh: avatar.mesh, wanted: spoken.mouth.open });
    }
    if (compared.has(index)) {
      meter.compare(avatar.frame, avatar.mesh);
    }
    await writer.write(avatar.frame, {
      timestampUs: Math.round((index * 1e6) / fps),
      durationUs: Math.round(1e6 / fps),
    });
    video.onProgress?.((index + 1) / frames.length);
  }
  const { closedFrames } = drawer;
  return { quality: meter.summarise(speech.visemes), frames: frames.length, drawMs, closedFrames };
}

function openAnimatorOf({
  portrait: { frame, face },
  openAnimator,
  signal,
}: AvatarVideo): Promise<PortraitAnimator> | null {
  return openAnimator?.({ frame, landmarks: face.landmarks }, signal) ?? null;
}

/** The mouth of every frame, the last of which ends with the sound or just after it. */
async function planMouths({
  speech: { sound, visemes },
  framesPerSecond: fps,
  soundToMouth,
  signal,
}: AvatarVideo): Promise<readonly MouthFrame[]> {
  const count = Math.max(1, Math.ceil((lengthUsOf(sound) * fps) / 1e6));
  const timesMs = Array.from({ length: count }, (_, frame) => ((frame + 0.5) * 1000) / fps);
  const loudness = measureLoudness(sound, timesMs, 1000 / fps);
  const mouths = await soundToMouth?.measure(sound, timesMs, signal);
  return createMouthTrack({ visemes, loudness, mouths }, timesMs);
}

/** The frames nearest to the middles of p, b and m. */
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

function pickEvenly(values: readonly number[], most: number): ReadonlySet<number> {
  const step = Math.max(1, values.length / most);
  const count = Math.min(values.length, most);
  return new Set(
    Array.from({ length: count }, (_, index) => values[Math.floor((index + 0.5) * step)] ?? 0),
  );
}

function lengthUsOf({ samples, sampleRateHz }: MonoSound): number {
  return Math.round((samples.length * 1e6) / sampleRateHz);
}

function colourFor({ image }: Portrait): YuvColour {
  return { matrix: image.height >= HD_ROWS ? 'bt709' : 'bt601', isFullRange: false };
}
