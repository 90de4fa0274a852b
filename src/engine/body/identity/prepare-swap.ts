/**
 * Prepares a character and a scene for a swap:
 *
 *   clip -> driver, camera -> plates                 still -> person, face
 *   whole character, tried out on a plate -> or its head, and why
 */
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { probeMedia } from '../../io/video/probe.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { BodyModels } from '../clip/still-animation.ts';
import type { MotionMetrics } from '../clip/motion-check.ts';
import type { PlacedBodyJoints } from '../placed/spread-joints.ts';
import { createPoseFinder, type PoseFinder } from '../pose-finder.ts';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { fitShortSide } from '../scene/crop-path.ts';
import { SceneGround } from '../scene/scene-ground.ts';
import { createBodyCutout, type CutoutSource } from './body-cutout.ts';
import { type CharacterStill, readCharacterStill } from './character-still.ts';
import { findHeadReason } from './choose-method.ts';
import { HeadCutout } from './head-cutout.ts';
import { readScene, type SceneFile, type SceneReading, selectView } from './read-scene.ts';
import type { HeadReason, SceneCutout } from './scene-cutout.ts';

/** The inputs of a swap. */
export interface SwapInput {
  readonly video: SceneFile;
  readonly character: {
    readonly path: string;
    /** Joints that were set by hand; detected if absent. */
    readonly placed?: PlacedBodyJoints | undefined;
  };
  /** Ratio of width to height of the result; that of the clip if absent. */
  readonly aspectRatio: number | undefined;
  /** Maximum longer side of the result in pixels; nothing is enlarged. */
  readonly maxLongSide: number;
  readonly maxDurationUs: number;
  readonly models: BodyModels;
  /** Reserved for this swap while it runs. */
  readonly tracker: TrackerHost;
  readonly signal: AbortSignal;
  readonly pause: () => Promise<void>;
  /** Progress of the preparation, 0..1. */
  readonly onProgress: (fraction: number) => void;
}

/** A character that is ready to be drawn into its scene. The caller closes the cutout. */
export interface PreparedSwap {
  readonly scene: SceneReading;
  readonly still: CharacterStill;
  readonly finder: PoseFinder;
  readonly cutout: SceneCutout;
  /** Reason why only the head is swapped; null if the whole body is. */
  readonly reason: HeadReason | null;
  /**
   * Result of the poses that were tried; null if none was, because only the head is swapped or joints were set by hand.
   */
  readonly tried: MotionMetrics | null;
  readonly maxShortSide: number;
  readonly times: { readonly track: number; readonly layers: number };
}

/** Maximum shorter side of the still in pixels. */
const STILL_SHORT_SIDE = 720;
/** Maximum joint error in torso lengths, and minimum fraction of tried poses in which a person is found. */
const MAX_OFF = 0.35;
const MIN_FOUND = 0.5;
/**
 * Maximum seams: 1.5 times those of results that count as unconvincing. Beyond them swapping only the head looks
 * better.
 */
const maxTorn = { holes: 0.12, slivers: 0.045, smears: 0.117 } as const;
const TRACKED = 0.8;

/**
 * Prepares a swap. Throws `processing_failed` if the clip shows nobody, and `face_not_detected` if the body does not
 * fit and the still or the clip has no face for swapping the head.
 */
export async function prepareSwap(input: SwapInput): Promise<PreparedSwap> {
  const { video, character, models, tracker, signal, pause, onProgress, maxDurationUs } = input;
  const finder = createPoseFinder(models);
  const maxShortSide = await findShortSide(input);
  const still = await readCharacterStill(character.path, {
    finder,
    tracker,
    shortSide: STILL_SHORT_SIDE,
    signal,
    placed: character.placed,
    refine: models.refine,
  });
  let startedAtMs = performance.now();
  const reading = {
    video,
    maxShortSide,
    maxDurationUs,
    finder,
    refine: models.refine,
    tracker,
    signal,
    onFrame: (endUs: number) => onProgress(TRACKED * Math.min(1, endUs / maxDurationUs)),
  };
  const scene = await readScene(reading, pause);
  const track = performance.now() - startedAtMs;
  startedAtMs = performance.now();
  onProgress(TRACKED);
  const chosen = await chooseCutout({ scene, still, models, finder, pause });
  const layers = performance.now() - startedAtMs;
  return { scene, still, finder, maxShortSide, ...chosen, times: { track, layers } };
}

/** Returns the maximum shorter side in pixels at which a clip is read. */
export async function findShortSide({
  video: { path, mime },
  aspectRatio: ratio,
  maxLongSide,
}: Pick<SwapInput, 'video' | 'aspectRatio' | 'maxLongSide'>): Promise<number> {
  const { video } = await probeMedia(path, mime);
  return fitShortSide(video?.shown ?? { width: 2, height: 2 }, { ratio, maxLongSide });
}

async function chooseCutout(
  source: CutoutSource,
): Promise<Pick<PreparedSwap, 'cutout' | 'reason' | 'tried'>> {
  const { scene, still, finder } = source;
  const reason = findHeadReason(still, scene);
  if (reason !== null || still.pose === null) {
    return { cutout: createHeadCutout(source, reason ?? 'body_missing'), reason, tried: null };
  }
  const cutout = await createBodyCutout(source, still.pose);
  // Joints set by hand are judged by seams alone, because the network does not find people in drawings.
  const tried = still.pose.isPlaced === true ? null : cutout.tryOut(composeGround(scene), finder);
  const { holes, slivers, smears } = cutout.seams;
  const isTorn =
    (tried !== null && ((tried.jointError ?? 1) > MAX_OFF || tried.foundFraction < MIN_FOUND)) ||
    holes > maxTorn.holes ||
    slivers > maxTorn.slivers ||
    smears > maxTorn.smears;
  if (!isTorn || !canSwapHead(source)) {
    return { cutout, reason: null, tried };
  }
  cutout.close();
  return { cutout: createHeadCutout(source, 'torn'), reason: 'torn', tried: null };
}

function canSwapHead({ still: { face }, scene: { track } }: CutoutSource): boolean {
  return face !== null && track.frames.some((frame) => frame.face !== null);
}

function createHeadCutout(source: CutoutSource, reason: HeadReason): HeadCutout {
  const { still } = source;
  if (still.face === null || !canSwapHead(source)) {
    const isStill = still.face === null;
    throw new AppError(
      'face_not_detected',
      `${isStill ? 'character_key' : 'video_key'}: ${whys[reason]} The head alone cannot be swapped either, because no face was found.`,
      {
        details: {
          ...(reason === 'other_side' ? faultDetails('other_side') : {}),
          field: isStill ? 'character_key' : 'video_key',
        },
      },
    );
  }
  return new HeadCutout(source, still.face);
}

/** A sentence for each reason why a body does not fit. */
export const whys: Readonly<Record<HeadReason, string>> = {
  body_missing: 'The picture does not show enough of the body for this video.',
  legs_missing: 'The video shows legs, and the picture does not.',
  people_touch: 'Somebody else is in front of the person in the video.',
  other_side: 'The video shows the person mostly from another side than the picture.',
  torn: 'The body of the picture did not hold together in the poses of the video.',
};

/** Returns a frame of the scene without people, at the size of its frames; black if no scene has a plate. */
function composeGround({ plates, people, track, colour }: SceneReading): I420Frame {
  const plate = plates.find((other) => other !== null) ?? null;
  if (plate === null) {
    return createI420Frame(track.size.width & ~1, track.size.height & ~1, colour);
  }
  const ground = new SceneGround(track.size, colour);
  const first = people.find(({ scene }) => plates[scene] === plate);
  const frame = createI420Frame(track.size.width, track.size.height, colour);
  ground.update(frame, {
    plate,
    view: selectView(plates, first),
    hidden: 'everything',
    caster: null,
  });
  return ground.frame;
}
