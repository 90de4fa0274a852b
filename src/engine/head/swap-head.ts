/**
 * Puts the head of one still on the person of another:
 *
 *   faces -> views of both heads -> parts and soft edge of both -> turned and composited
 *   -> ground completed where the old head was larger -> tone, detail -> drawn at full size
 *
 * Everything but the drawing happens in views of fixed size, so time and memory hardly depend on the pictures.
 * A head that cannot be put there believably is not: the face alone is swapped then, and the result says why.
 */
import { AppError } from '../../base/errors.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import type { FaceModels } from '../track/face-finder.ts';
import type { FixedModel } from '../track/fixed-model.ts';
import { drawHead } from './draw-head.ts';
import { findHeads, type FoundHeads } from './find-heads.ts';
import { HeadLayer } from './head-layer.ts';
import { findHeadPartsInSteps, type HeadParts } from './head-parts.ts';
import { measureTone } from './head-tone.ts';
import {
  createHeadView,
  VIEW_SCALE,
  VIEW_SIZE,
  type HeadView,
  type ImageFace,
} from './head-view.ts';
import { matchDetail } from './match-detail.ts';
import { mirrorFace, mirrorImage } from './mirror.ts';
import { findPerson } from './person-view.ts';
import { makePlate } from './plate.ts';
import { angleOf, readWarp, rotationBetween, warpPose } from './pose-warp.ts';
import { downscaleImage } from './downscale-image.ts';
import { feather, type HeadMatte } from './feather.ts';
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
  readonly models: HeadModels;
  /** Lets other work of the thread happen, so that an abort is heard; awaited every few tens of milliseconds. */
  readonly pause: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** Told how much is done, 0..1, rising. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Why only the face was swapped. */
export type FaceOnlyReason =
  /** The heads look in directions too far apart. */
  | 'poses_differ'
  /** The picture of the source ends within the head, where that of the target goes on. */
  | 'source_head_cut_off';

/** What is known of a head swap beside its picture. Angles in radians. */
export interface HeadSwapFacts {
  readonly sourceFaces: number;
  readonly targetFaces: number;
  /** The angle between the directions the heads look in; tilts are always evened out. */
  readonly turn: number;
  /** Whether the source was mirrored, because it looks to the other side. */
  readonly isMirrored: boolean;
  /** Difference of skins in L*a*b* before they were matched. */
  readonly toneDifference: number;
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
/** A head that is cut off over more than this (centimetres) within the target is not whole. */
const MAX_CUT_CM = 2.5;

/**
 * Swaps the main head of `target` for that of `source`. Throws `face_not_detected` with `details.input` when a
 * picture has no face that can be used, and `cancelled` once `signal` is aborted.
 */
export async function swapHead(request: HeadSwapRequest): Promise<HeadSwapResult> {
  const { target, models, signal, onProgress } = request;
  const checkpoint = async (): Promise<void> => {
    stopIfAborted(signal);
    await request.pause();
    stopIfAborted(signal);
  };
  const progress = (fraction: number): void => onProgress?.(fraction);
  stopIfAborted(signal);
  const targetHeads = findHeads(target, models, 'target');
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
    turn: angleOf(rotationBetween(source.heads.main.pose, targetHeads.main.pose)),
    isMirrored: source.isMirrored,
  };
  const inputs = { source, target: { picture: target, heads: targetHeads } };
  if (facts.turn > MAX_TURN) {
    return swapFaceOnly(request, inputs, { facts, reason: 'poses_differ' });
  }
  const from = await cutHead(source, models, checkpoint);
  progress(0.3);
  const to = await cutHead(inputs.target, models, checkpoint);
  progress(0.45);
  const warp = warpPose(from.view, to.view, models.canonicalFace);
  await checkpoint();
  const tone = measureTone(from.view, to.view);
  const perTarget = scaleOf(from.view) / scaleOf(to.view);
  const reduction = Math.max(1, Math.floor(perTarget * 0.75));
  const layer = new HeadLayer({
    ...from,
    picture: downscaleImage(source.picture, reduction),
    reduction,
    warp,
    tone,
  });
  await checkpoint();
  const { cover, cutOffCm } = seeCover(layer, from.view, to.view, warp);
  if (cutOffCm > MAX_CUT_CM) {
    return swapFaceOnly(request, inputs, { facts, reason: 'source_head_cut_off' });
  }
  await checkpoint();
  const plate = await makePlate(to.view, { ...to, cover }, checkpoint);
  progress(0.7);
  const detail = matchDetail(target, to.view, layer, perTarget / reduction);
  layer.softness = detail.softness;
  await checkpoint();
  const drawing = {
    target: to.view,
    layer,
    plate,
    tone,
    chin: to.parts.zones.chin,
    grain: { head: detail.grain, ground: detail.targetGrain },
  };
  const picture = await drawHead(target, drawing, {
    pause: checkpoint,
    onProgress: (fraction) => progress(0.7 + 0.3 * fraction),
  });
  progress(1);
  return {
    picture,
    method: 'head',
    reason: null,
    facts: {
      ...facts,
      toneDifference: tone.difference,
      changedPixels: countChanges(picture, target),
    },
  };
}

interface Input {
  readonly picture: RgbaImage;
  readonly heads: FoundHeads;
}

interface Head {
  readonly view: HeadView;
  readonly parts: HeadParts;
  readonly matte: HeadMatte;
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new AppError('cancelled', 'The head swap was cancelled.');
  }
}

/** The source, mirrored when its head then looks where that of the target does. */
function turnLike(
  source: Input,
  { main }: FoundHeads,
  canonicalFace: CanonicalFace,
): Input & { readonly isMirrored: boolean } {
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

async function cutHead(
  { picture, heads }: Input,
  models: HeadModels,
  checkpoint: () => Promise<void>,
): Promise<Head> {
  const view = createHeadView(picture, heads.main, heads.others);
  await checkpoint();
  const person = findPerson(view, models.personMatte);
  await checkpoint();
  const steps = findHeadPartsInSteps(view, person);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    await checkpoint();
  }
  const parts = step.value;
  await checkpoint();
  const matte = feather(view, parts);
  await checkpoint();
  return { view, parts, matte };
}

/** What the head covers in the view of the target, and how far it is cut off there by the edge of its picture. */
function seeCover(
  layer: HeadLayer,
  source: HeadView,
  target: HeadView,
  warp: ReturnType<typeof warpPose>,
): { readonly cover: Float32Array; readonly cutOffCm: number } {
  const cover = new Float32Array(VIEW_SIZE * VIEW_SIZE);
  const from = new Float64Array(2);
  const chin = target.landmarks[152 * 3 + 1];
  let cutOff = 0;
  for (let index = 0; index < cover.length; index += 1) {
    const x = (index % VIEW_SIZE) + 0.5;
    const y = Math.floor(index / VIEW_SIZE) + 0.5;
    layer.read(x, y);
    cover[index] = layer.head;
    if (y < chin && target.isPicture[index] === 1 && layer.headBeforeFade > 0.5) {
      readWarp(warp, x, y, from);
      cutOff += isAtEdge(source, from[0], from[1]) ? 1 : 0;
    }
  }
  return { cover, cutOffCm: cutOff / VIEW_SCALE };
}

/** Whether a place of a view lies in the outermost pixel of the picture. */
function isAtEdge({ isPicture }: HeadView, x: number, y: number): boolean {
  const index = Math.floor(y) * VIEW_SIZE + Math.floor(x);
  const near = [index - 1, index + 1, index - VIEW_SIZE, index + VIEW_SIZE];
  return isPicture[index] === 1 && near.some((at) => isPicture[at] === 0);
}

function swapFaceOnly(
  { models }: HeadSwapRequest,
  { source, target }: { readonly source: Input; readonly target: Input },
  {
    facts,
    reason,
  }: {
    readonly facts: Omit<HeadSwapFacts, 'toneDifference' | 'changedPixels'>;
    readonly reason: FaceOnlyReason;
  },
): HeadSwapResult {
  const picture = swapFaceOfStill(
    { picture: source.picture, face: source.heads.main },
    { picture: target.picture, face: target.heads.main },
    models.canonicalFace,
  );
  if (picture === null) {
    throw new AppError(
      'face_not_detected',
      'The face in the picture whose head is to be replaced is turned too far away.',
      { details: { input: 'target' } },
    );
  }
  return {
    picture,
    method: 'face',
    reason,
    facts: { ...facts, toneDifference: 0, changedPixels: countChanges(picture, target.picture) },
  };
}

function scaleOf({ toPicture }: HeadView): number {
  return Math.hypot(toPicture.a, toPicture.b);
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
