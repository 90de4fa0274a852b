/**
 * Animates a portrait with LivePortrait:
 *
 *   portrait, once -> feature volume, keypoints
 *   frame -> keypoints rotated, lips and lids retargeted -> generated image of 512 × 512 -> composited over the face
 */
import { AppError } from '../../../base/errors.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import { createFaceCrop } from '../../packs/align/face-crop.ts';
import {
  type PortraitFeatures,
  type PortraitGenerator,
  type PortraitMotion,
  type PortraitRetargeter,
  POINT_NUMBERS,
  VOLUME_DIMS,
  VOLUME_NUMBERS,
} from '../../packs/recognise/talk/portrait-signature.ts';
import { UNIT_RANGE } from '../../packs/recognise/families.ts';
import type { ImagePort } from '../../packs/recognise/signature.ts';
import { readTensorImage, writeTensorImage } from '../../packs/run/tensor-image.ts';
import { toFloats, listTensor, toImageTensor } from '../../packs/run/tensors.ts';
import { createRegion } from '../../pixels/region.ts';
import type { AnimatedMoment, OpenPortraitAnimator } from '../seams/portrait-animator.ts';
import type { LoadedPart } from './loaded-part.ts';
import { createPaintedFace } from './painted-face.ts';
import { turnPoints, type PortraitPose, readAngle } from './portrait-points.ts';
import { measureLidRatios, measureLipRatio } from './portrait-ratios.ts';
import { setPortraitRegion } from './portrait-region.ts';

/** Networks of LivePortrait. */
export interface LivePortraitModels {
  readonly features: LoadedPart<PortraitFeatures>;
  readonly motion: LoadedPart<PortraitMotion>;
  readonly generator: LoadedPart<PortraitGenerator>;
  readonly lips: LoadedPart<PortraitRetargeter>;
  readonly lids: LoadedPart<PortraitRetargeter>;
}

const DEGREES = 180 / Math.PI;
/** Lid closure below which lids are not retargeted. */
const MIN_LIDS = 0.02;

/** Builds the generator's inputs with buffers of their own. */
export function feedGenerator(
  { volume: port, still, driving }: PortraitGenerator,
  volume: Float32Array<ArrayBuffer>,
  points: { readonly still: Float32Array; readonly driving: Float32Array },
): Record<string, PoolTensor> {
  return {
    [port.name]: listTensor({ ...port, dims: VOLUME_DIMS }, volume),
    [still.name]: listTensor(still, points.still),
    [driving.name]: listTensor(driving, points.driving),
  };
}

/** Creates a reader of portraits with these networks. */
export function createLivePortrait(models: LivePortraitModels): OpenPortraitAnimator {
  const { session, signature } = models.generator;
  const size = signature.outputImage.size;
  return async ({ frame: portrait, landmarks }, signal) => {
    const region = createRegion();
    setPortraitRegion(region, landmarks);
    const small = createFaceCrop(models.features.signature.image.size);
    small.cropRegion(portrait, region);
    const volume = await readVolume(models.features, small.values, signal);
    const pose = await readPose(models.motion, small.values, signal);
    const still = turnPoints(pose);
    const own = { lips: measureLipRatio(landmarks), lids: measureLidRatios(landmarks) };
    const crop = createFaceCrop(size);
    const painted = createPaintedFace(size);
    const move = async (moment: AnimatedMoment): Promise<Float32Array> => {
      const driving = turnPoints(pose, {
        pitch: -moment.pitch * DEGREES,
        yaw: -moment.yaw * DEGREES,
      });
      const lips = [...still, own.lips, measureLipRatio(moment.mesh)];
      addTo(driving, await retarget(models.lips, lips, signal));
      if (moment.lids > MIN_LIDS) {
        const open = ((own.lids[0] + own.lids[1]) / 2) * (1 - moment.lids);
        addTo(driving, await retarget(models.lids, [...still, ...own.lids, open], signal));
      }
      return driving;
    };
    return {
      async animate(frame, moment, abort) {
        const driving = await move(moment);
        const feeds = feedGenerator(signature, volume, { still, driving });
        const outputs = await session.run(feeds, abort);
        const values = toFloats(outputs[signature.output], 3 * size * size, session.facts.label);
        const form = { ...signature.outputImage, range: UNIT_RANGE, isBgr: false };
        if (!readTensorImage(painted.values, values, form)) {
          throw new AppError('processing_failed', `${session.facts.label} gave no picture.`);
        }
        const { mesh } = moment;
        setPortraitRegion(region, mesh);
        crop.cropRegion(frame, region);
        painted.draw(frame, { mesh, region, seen: crop.values, from: null, visible: 1 });
      },
    };
  };
}

/** Builds the input of a network that takes an image (rows of red, green and blue, 0..255). */
export function toImageFeed(port: ImagePort, image: Float32Array): Record<string, PoolTensor> {
  const values = new Float32Array(image.length);
  writeTensorImage(values, image, { ...port, range: UNIT_RANGE, isBgr: false });
  return { [port.name]: toImageTensor(port, values) };
}

async function readVolume(
  { session, signature }: LoadedPart<PortraitFeatures>,
  image: Float32Array,
  signal: AbortSignal | undefined,
): Promise<Float32Array<ArrayBuffer>> {
  const outputs = await session.run(toImageFeed(signature.image, image), signal);
  return toFloats(outputs[signature.output], VOLUME_NUMBERS, session.facts.label);
}

async function readPose(
  { session, signature }: LoadedPart<PortraitMotion>,
  image: Float32Array,
  signal: AbortSignal | undefined,
): Promise<PortraitPose> {
  const given = await session.run(toImageFeed(signature.image, image), signal);
  const { outputs } = signature;
  const read = (name: string, count: number): Float32Array =>
    toFloats(given[name], count, session.facts.label);
  const readDegrees = (name: string): number =>
    readAngle(read(name, given[name]?.values.length ?? 0));
  return {
    pitch: readDegrees(outputs.pitch),
    yaw: readDegrees(outputs.yaw),
    roll: readDegrees(outputs.roll),
    scale: read(outputs.scale, 1)[0]!,
    translation: read(outputs.translation, 3),
    expression: read(outputs.expression, POINT_NUMBERS),
    points: read(outputs.points, POINT_NUMBERS),
  };
}

async function retarget(
  { session, signature }: LoadedPart<PortraitRetargeter>,
  values: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const { input, output } = signature;
  const outputs = await session.run({ [input.name]: listTensor(input, values) }, signal);
  return toFloats(outputs[output], POINT_NUMBERS, session.facts.label);
}

function addTo(points: Float32Array, difference: Float32Array): void {
  for (let at = 0; at < points.length; at += 1) {
    points[at]! += difference[at]!;
  }
}
