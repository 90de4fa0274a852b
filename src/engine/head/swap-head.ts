/**
 * Replaces the head of a person in one still by the head of another still:
 *
 *   faces -> views of both heads -> parts and soft edge of both -> turned and composited
 *   -> ground completed where the old head was larger -> tone, detail -> drawn at full size -> looked at
 *
 * Everything but the drawing happens in views of a fixed size, so time and memory hardly depend on the images. If the
 * head would not be convincing, only the face is swapped, and the result says why.
 */
import { AppError } from '../../base/errors.ts';
import type { FaceSource } from '../face/source/face-source.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import { createRankRecord, type PersonRank } from '../track/person-rank.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import type { FaceModels } from '../track/face-finder.ts';
import type { FixedModel } from '../track/fixed-model.ts';
import { findHeads, findTargetHeads, type FoundHeads, type HeadCentre } from './find-heads.ts';
import type { HeadFlaws } from './head-flaws.ts';
import type { ImageFace } from './head-view.ts';
import { type BrokenPart, findBrokenPart, type HeadLimits, headLimits } from './judge-head.ts';
import { mirrorFace, mirrorImage } from './mirror.ts';
import { type HeadImage, type HeadInputs, compositeHead } from './composite-head.ts';
import { toAngle, computeRotation } from './pose-warp.ts';
import { swapFaceOfStill } from './swap-face-of-still.ts';

/** Networks of a head swap. */
export interface HeadModels extends FaceModels {
  /** Segments people; see `createPersonMatte`. */
  readonly personMatte: FixedModel;
}

/** Input and options of a head swap. */
export interface HeadSwapRequest {
  /** The image that provides the head. */
  readonly source: RgbaImage;
  /** The image that receives the head. It is not changed. */
  readonly target: RgbaImage;
  /** Position of the head that is replaced; the main head if absent. */
  readonly at?: HeadCentre | undefined;
  readonly models: HeadModels;
  /** Yields to other work of the thread, so that an abort is noticed; awaited every few tens of milliseconds. */
  readonly pause: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** Maximum flaws; {@link headLimits} if absent. */
  readonly limits?: HeadLimits | undefined;
  /** Called with the progress, 0..1, which never falls. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Reason why only the face was swapped. */
export type FaceOnlyReason =
  /** The directions of the heads differ too much. */
  | 'poses_differ'
  /** The source's image ends within the head where the target's continues. */
  | 'source_head_cut_off'
  /** The head was composited, but has visible flaws. */
  | BrokenPart;

/** Facts about a head swap. Angles in radians. */
export interface HeadSwapFacts {
  readonly sourceFaces: number;
  readonly targetFaces: number;
  /** Rank of the replaced head among those of the target; null if it is the only one. */
  readonly rank: PersonRank | null;
  /** Angle between the directions of the heads; roll does not count, because it is always matched. */
  readonly turn: number;
  /** True if the source was mirrored to match the direction of the target. */
  readonly isMirrored: boolean;
  /** Difference of skins in L*a*b* before they were matched. */
  readonly toneDifference: number;
  /** Flaws of the composited head; null if none was composited. */
  readonly flaws: HeadFlaws | null;
  /** Pixels that differ from the target. */
  readonly changedPixels: number;
}

/** A swapped head, or a swapped face and the reason for it. */
export type HeadSwapResult = {
  readonly image: RgbaImage;
  readonly facts: HeadSwapFacts;
} & (
  | { readonly method: 'head'; readonly reason: null }
  | {
      readonly method: 'face';
      readonly reason: FaceOnlyReason;
      /** What became of glasses in the photo. */
      readonly glasses: FaceSource['glasses'];
    }
);

/** Maximum angle between the heads in radians; beyond it the far side would have to be invented. */
const MAX_TURN = 0.58;
/** Minimum reduction of the angle in radians for which the source is mirrored. */
const MIRROR_GAIN = 0.3;

/**
 * Swaps the main head of `target` for that of `source`. Throws `face_not_detected` with `details.input` if an image has
 * no usable face, and `cancelled` once `signal` is aborted.
 */
export async function swapHead(request: HeadSwapRequest): Promise<HeadSwapResult> {
  const { target, at, models, signal, onProgress } = request;
  const checkpoint = async (): Promise<void> => {
    stopIfAborted(signal);
    await request.pause();
    stopIfAborted(signal);
  };
  const progress = (fraction: number): void => onProgress?.(fraction);
  stopIfAborted(signal);
  const targetHeads = findTargetHeads(target, models, at);
  await checkpoint();
  const source = turnLike(
    { image: request.source, heads: findHeads(request.source, models, 'source') },
    targetHeads,
    models.canonicalFace,
  );
  await checkpoint();
  progress(0.15);
  const facts = {
    sourceFaces: source.heads.others.length + 1,
    targetFaces: targetHeads.others.length + 1,
    rank: computeRank(targetHeads),
    turn: toAngle(computeRotation(source.heads.main.pose, targetHeads.main.pose)),
    isMirrored: source.isMirrored,
    toneDifference: 0,
    flaws: null,
  };
  const inputs = { source, target: { image: target, heads: targetHeads } };
  if (facts.turn > MAX_TURN) {
    return swapFaceOnly(request, inputs, { facts, reason: 'poses_differ' });
  }
  const head = await compositeHead(inputs, { models, checkpoint, onProgress: progress });
  if (head === null) {
    return swapFaceOnly(request, inputs, { facts, reason: 'source_head_cut_off' });
  }
  const broken = findBrokenPart(head.flaws, request.limits ?? headLimits);
  await checkpoint();
  const known = { ...facts, toneDifference: head.toneDifference, flaws: head.flaws };
  const face = broken === null ? null : drawFace(inputs, { models, facts: known, reason: broken });
  progress(1);
  // If no face can be drawn either, the head is the best result.
  return (
    face ?? {
      image: head.image,
      method: 'head',
      reason: null,
      facts: { ...known, changedPixels: countChanges(head.image, target) },
    }
  );
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new AppError('cancelled', 'The head swap was cancelled.');
  }
}

function computeRank({ main, others }: FoundHeads): PersonRank | null {
  const ranks = createRankRecord();
  ranks.note(main, [main, ...others]);
  return ranks.read();
}

/** Returns the source, mirrored if that brings its direction nearer to the target's. */
function turnLike(
  source: HeadImage,
  { main }: FoundHeads,
  canonicalFace: CanonicalFace,
): HeadImage & { readonly isMirrored: boolean } {
  const { image, heads } = source;
  const mirror = (face: ImageFace): ImageFace => mirrorFace(face, image.width, canonicalFace);
  const mirrored = mirror(heads.main);
  const apart = toAngle(computeRotation(heads.main.pose, main.pose));
  const apartMirrored = toAngle(computeRotation(mirrored.pose, main.pose));
  if (apart - apartMirrored < MIRROR_GAIN) {
    return { ...source, isMirrored: false };
  }
  return {
    image: mirrorImage(image),
    heads: { main: mirrored, others: heads.others.map(mirror) },
    isMirrored: true,
  };
}

type FactsBefore = Omit<HeadSwapFacts, 'changedPixels'>;

function swapFaceOnly(
  { models }: HeadSwapRequest,
  inputs: HeadInputs,
  { facts, reason }: { readonly facts: FactsBefore; readonly reason: FaceOnlyReason },
): HeadSwapResult {
  const swapped = drawFace(inputs, { models, facts, reason });
  if (swapped === null) {
    throw new AppError(
      'face_not_detected',
      'The face in the picture whose head is to be replaced is turned too far away.',
      { details: { input: 'target' } },
    );
  }
  return swapped;
}

function drawFace(
  { source, target }: HeadInputs,
  {
    models,
    facts,
    reason,
  }: {
    readonly models: HeadModels;
    readonly facts: FactsBefore;
    readonly reason: FaceOnlyReason;
  },
): HeadSwapResult | null {
  const swapped = swapFaceOfStill(
    { image: source.image, face: source.heads.main },
    { image: target.image, face: target.heads.main },
    models.canonicalFace,
  );
  return (
    swapped && {
      ...swapped,
      method: 'face',
      reason,
      facts: { ...facts, changedPixels: countChanges(swapped.image, target.image) },
    }
  );
}

function countChanges(after: RgbaImage, before: RgbaImage): number {
  let count = 0;
  for (let at = 0; at < after.pixels.length; at += 4) {
    const isSame =
      after.pixels[at] === before.pixels[at] &&
      after.pixels[at + 1] === before.pixels[at + 1] &&
      after.pixels[at + 2] === before.pixels[at + 2];
    count += isSame ? 0 : 1;
  }
  return count;
}
