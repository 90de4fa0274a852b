import { setImmediate as breathe } from 'node:timers/promises';
import type { QualityReport } from '../../contract/job-details.ts';
import { findHeads, findTargetHeads, type HeadCentre } from '../../engine/head/find-heads.ts';
import { downscaleImage } from '../../engine/head/downscale-image.ts';
import type { RgbaImage } from '../../engine/pixels/frame.ts';
import { toI420 } from '../../engine/pixels/yuv.ts';
import { createQualitySampler } from '../../engine/quality/quality-sampler.ts';
import { createFaceMeter } from '../../engine/track/face-meter.ts';
import type { FaceModels } from '../../engine/track/face-finder.ts';

/** Longest side of images for comparison; the networks take far fewer pixels of a face. */
const LONGEST_SIDE = 2000;

/** Measures the swapped face of a still against the images before and after, which have the same size. */
export async function measureStill({
  before,
  after,
  source,
  at,
  models,
  signal,
}: {
  readonly before: RgbaImage;
  readonly after: RgbaImage;
  readonly source: RgbaImage;
  /** Position of the face; undefined for the main person. */
  readonly at: HeadCentre | undefined;
  readonly models: FaceModels;
  readonly signal: AbortSignal;
}): Promise<QualityReport> {
  const photo = reduce(source);
  const image = reduce(before);
  const { landmarks } = findHeads(photo, models, 'source').main;
  await breathe();
  signal.throwIfAborted();
  const face = findTargetHeads(image, models, at).main;
  const sampler = createQualitySampler(
    createFaceMeter(models),
    { frame: toI420(photo), landmarks, canonicalFace: models.canonicalFace },
    { isStill: true },
  );
  await sampler.before(toI420(image), { ...face, id: 1, isNew: true });
  await breathe();
  signal.throwIfAborted();
  await sampler.after(toI420(reduce(after)), 1);
  // A still has no frames that could be missed.
  return { ...sampler.summarise(), trackedShare: null };
}

function reduce(image: RgbaImage): RgbaImage {
  const factor = Math.ceil(Math.max(image.width, image.height) / LONGEST_SIDE);
  return downscaleImage(image, factor);
}
