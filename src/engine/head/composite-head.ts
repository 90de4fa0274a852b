/** Composites the head of one image into another and measures its visible flaws there. */
import type { RgbaImage } from '../pixels/frame.ts';
import type { CanonicalFace } from '../track/canonical-face.ts';
import type { FixedModel } from '../track/fixed-model.ts';
import { downscaleImage } from './downscale-image.ts';
import { drawHead } from './draw-head.ts';
import { feather, type HeadMatte } from './feather.ts';
import type { FoundHeads } from './find-heads.ts';
import { findHeadFlaws, type HeadFlaws } from './head-flaws.ts';
import { HeadLayer } from './head-layer.ts';
import { findHeadPartsInSteps, type HeadParts } from './head-parts.ts';
import { measureTone } from './head-tone.ts';
import {
  createHeadView,
  readViewColours,
  VIEW_SCALE,
  VIEW_SIZE,
  type HeadView,
} from './head-view.ts';
import { matchDetail } from './match-detail.ts';
import { findPerson } from './person-view.ts';
import { makePlate } from './plate.ts';
import { readWarp, warpPose } from './pose-warp.ts';
import { trimHead } from './trim-head.ts';

/** An image and its heads. */
export interface HeadImage {
  readonly image: RgbaImage;
  readonly heads: FoundHeads;
}

/** The images of a swap: the source provides the head, the target receives it. */
export interface HeadInputs {
  readonly source: HeadImage;
  readonly target: HeadImage;
}

/** A target with the head of a source. */
export interface CompositedHead {
  readonly image: RgbaImage;
  /** Difference of skins in L*a*b* before they were matched. */
  readonly toneDifference: number;
  readonly flaws: HeadFlaws;
}

/** Models and callbacks of the compositing. */
export interface CompositingTools {
  readonly models: { readonly personMatte: FixedModel; readonly canonicalFace: CanonicalFace };
  /** Awaited every few tens of milliseconds; throws when the work is given up. */
  readonly checkpoint: () => Promise<void>;
  /** Called with the progress of the whole swap, 0.3..0.98. */
  readonly onProgress: (fraction: number) => void;
}

/** A head that is cut off over more than this (centimetres) within the target is not whole. */
const MAX_CUT_CM = 2.5;

/** Composites the head of the source over the target; null if the source's image ends within the head. */
export async function compositeHead(
  { source, target }: HeadInputs,
  { models, checkpoint, onProgress }: CompositingTools,
): Promise<CompositedHead | null> {
  const from = await cutHead(source, { models, checkpoint, refine: trimHead });
  onProgress(0.3);
  // The old head is cut generously, without refinement.
  const to = await cutHead(target, { models, checkpoint, refine: (_, parts) => parts });
  onProgress(0.45);
  const warp = warpPose(from.view, to.view, models.canonicalFace);
  await checkpoint();
  const tone = measureTone(from.view, to.view);
  const perTarget = computeScale(from.view) / computeScale(to.view);
  const reduction = Math.max(1, Math.floor(perTarget * 0.75));
  const layer = new HeadLayer({
    ...from,
    image: downscaleImage(source.image, reduction),
    reduction,
    warp,
    tone,
  });
  await checkpoint();
  const { cover, faded, cutOffCm } = seeCover(layer, from.view, to.view, warp);
  if (cutOffCm > MAX_CUT_CM) {
    return null;
  }
  await checkpoint();
  const plate = await makePlate(to.view, { ...to, cover }, checkpoint);
  onProgress(0.7);
  const detail = matchDetail(target.image, to.view, layer, perTarget / reduction);
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
  const image = await drawHead(target.image, drawing, {
    pause: checkpoint,
    onProgress: (fraction) => onProgress(0.7 + 0.28 * fraction),
  });
  const after = readViewColours(image, to.view.toImage);
  const person = findPerson({ colours: after }, models.personMatte);
  await checkpoint();
  const flaws = await findHeadFlaws(
    { ...to, before: to.view, after, person, cover, faded, plate },
    checkpoint,
  );
  return { image, toneDifference: tone.difference, flaws };
}

interface Head {
  readonly view: HeadView;
  readonly parts: HeadParts;
  readonly matte: HeadMatte;
}

async function cutHead(
  { image, heads }: HeadImage,
  {
    models,
    checkpoint,
    refine,
  }: Pick<CompositingTools, 'models' | 'checkpoint'> & {
    readonly refine: (view: HeadView, parts: HeadParts) => HeadParts;
  },
): Promise<Head> {
  const view = createHeadView(image, heads.main, heads.others);
  await checkpoint();
  const person = findPerson(view, models.personMatte);
  await checkpoint();
  const steps = findHeadPartsInSteps(view, person);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    await checkpoint();
  }
  const parts = refine(view, step.value);
  await checkpoint();
  const matte = feather(view, parts);
  await checkpoint();
  return { view, parts, matte };
}

/**
 * Measures the coverage of the head in the view of the target, and how far it is faded or cut off at the edge of its
 * image.
 */
function seeCover(
  layer: HeadLayer,
  source: HeadView,
  target: HeadView,
  warp: ReturnType<typeof warpPose>,
): {
  readonly cover: Float32Array;
  readonly faded: Float32Array;
  readonly cutOffCm: number;
} {
  const cover = new Float32Array(VIEW_SIZE * VIEW_SIZE);
  const faded = new Float32Array(cover.length);
  const from = new Float64Array(2);
  const chin = target.landmarks[152 * 3 + 1];
  let cutOff = 0;
  for (let index = 0; index < cover.length; index += 1) {
    const x = (index % VIEW_SIZE) + 0.5;
    const y = Math.floor(index / VIEW_SIZE) + 0.5;
    layer.read(x, y);
    cover[index] = layer.head;
    faded[index] = layer.headBeforeFade - layer.head;
    if (y < chin && target.isInImage[index] === 1 && layer.headBeforeFade > 0.5) {
      readWarp(warp, x, y, from);
      cutOff += isAtEdge(source, from[0], from[1]) ? 1 : 0;
    }
  }
  return { cover, faded, cutOffCm: cutOff / VIEW_SCALE };
}

/** Returns whether a position of a view is in the outermost pixel of the image. */
function isAtEdge({ isInImage }: HeadView, x: number, y: number): boolean {
  const index = Math.floor(y) * VIEW_SIZE + Math.floor(x);
  const near = [index - 1, index + 1, index - VIEW_SIZE, index + VIEW_SIZE];
  return isInImage[index] === 1 && near.some((at) => isInImage[at] === 0);
}

function computeScale({ toImage }: HeadView): number {
  return Math.hypot(toImage.a, toImage.b);
}
