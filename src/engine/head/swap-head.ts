/**
 * Puts the head of one still on the person of another:
 *
 *   faces -> views of both heads -> parts and soft edge of both -> turned and composited
 *   -> ground completed where the old head was larger -> tone, detail -> drawn at full size -> looked at
 *
 * Everything but the drawing happens in views of fixed size, so time and memory hardly depend on the pictures.
 * A head that cannot be put there believably is not: the face alone is swapped then, and the result says why.
 */
import { AppError } from '../../base/errors.ts';
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
import { angleOf, rotationBetween } from './pose-warp.ts';
import { swapFaceOfStill } from './swap-face-of-still.ts';

/** What a head swap runs on. */
export interface HeadModels extends FaceModels {
  /** Tells people from their surroundings; see `createPersonMatte`. */
  readonly personMatte: FixedModel;
}

/** A head swap to be done. */
export interface HeadSwapRequest {
  /** The picture whose head is wanted. */
  readonly source: RgbaImage;
  /** The picture it goes into. It is not changed. */
  readonly target: RgbaImage;
  /** Where the head is that is replaced; absent for that of whom the picture is about. */
  readonly at?: HeadCentre | undefined;
  readonly models: HeadModels;
  /** Lets other work of the thread happen, so that an abort is heard; awaited every few tens of milliseconds. */
  readonly pause: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** Flaws that are let pass, {@link headLimits} unless they are given. */
  readonly limits?: HeadLimits | undefined;
  /** Told how much is done, 0..1, rising. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Why only the face was swapped. */
export type FaceOnlyReason =
  /** The heads look in directions too far apart. */
  | 'poses_differ'
  /** The picture of the source ends within the head, where that of the target goes on. */
  | 'source_head_cut_off'
  /** The head was put there, and gives itself away. */
  | BrokenPart;

/** What is known of a head swap beside its picture. Angles in radians. */
export interface HeadSwapFacts {
  readonly sourceFaces: number;
  readonly targetFaces: number;
  /** Where the head that is replaced is among those of the target; null where it is the only one. */
  readonly rank: PersonRank | null;
  /** The angle between the directions the heads look in; tilts are always evened out. */
  readonly turn: number;
  /** Whether the source was mirrored, because it looks to the other side. */
  readonly isMirrored: boolean;
  /** Difference of skins in L*a*b* before they were matched. */
  readonly toneDifference: number;
  /** What gives the head away that was drawn; null where none was. */
  readonly flaws: HeadFlaws | null;
  /** Pixels that differ from the target. */
  readonly changedPixels: number;
}

/** A swapped head, or a swapped face and the reason for it. */
export type HeadSwapResult = {
  readonly picture: RgbaImage;
  readonly facts: HeadSwapFacts;
} & (
  | { readonly method: 'head'; readonly reason: null }
  | { readonly method: 'face'; readonly reason: FaceOnlyReason }
);

/** Heads that look further apart than this (radians) are not swapped: the far side would have to be invented. */
const MAX_TURN = 0.58;
/** Mirroring has to bring heads together by this much. */
const MIRROR_GAIN = 0.3;

/**
 * Swaps the main head of `target` for that of `source`. Throws `face_not_detected` with `details.input` when a
 * picture has no face that can be used, and `cancelled` once `signal` is aborted.
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
    { picture: request.source, heads: findHeads(request.source, models, 'source') },
    targetHeads,
    models.canonicalFace,
  );
  await checkpoint();
  progress(0.15);
  const facts = {
    sourceFaces: source.heads.others.length + 1,
    targetFaces: targetHeads.others.length + 1,
    rank: rankOf(targetHeads),
    turn: angleOf(rotationBetween(source.heads.main.pose, targetHeads.main.pose)),
    isMirrored: source.isMirrored,
    toneDifference: 0,
    flaws: null,
  };
  const inputs = { source, target: { picture: target, heads: targetHeads } };
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
  // Where no face can be drawn the head is the best there is.
  return (
    face ?? {
      picture: head.picture,
      method: 'head',
      reason: null,
      facts: { ...known, changedPixels: countChanges(head.picture, target) },
    }
  );
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new AppError('cancelled', 'The head swap was cancelled.');
  }
}

function rankOf({ main, others }: FoundHeads): PersonRank | null {
  const ranks = createRankRecord();
  ranks.note(main, [main, ...others]);
  return ranks.read();
}

/** The source, mirrored when its head then looks where that of the target does. */
function turnLike(
  source: HeadImage,
  { main }: FoundHeads,
  canonicalFace: CanonicalFace,
): HeadImage & { readonly isMirrored: boolean } {
  const { picture, heads } = source;
  const mirror = (face: ImageFace): ImageFace => mirrorFace(face, picture.width, canonicalFace);
  const mirrored = mirror(heads.main);
  const apart = angleOf(rotationBetween(heads.main.pose, main.pose));
  const apartMirrored = angleOf(rotationBetween(mirrored.pose, main.pose));
  if (apart - apartMirrored < MIRROR_GAIN) {
    return { ...source, isMirrored: false };
  }
  return {
    picture: mirrorImage(picture),
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
  const picture = swapFaceOfStill(
    { picture: source.picture, face: source.heads.main },
    { picture: target.picture, face: target.heads.main },
    models.canonicalFace,
  );
  return (
    picture && {
      picture,
      method: 'face',
      reason,
      facts: { ...facts, changedPixels: countChanges(picture, target.picture) },
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
