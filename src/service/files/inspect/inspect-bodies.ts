import sharp from 'sharp';
import {
  openBodyModels,
  openBuiltInFolder,
  openWarmModels,
} from '../../../capabilities/kit/models.ts';
import type { Inspection } from '../../../contract/inspection.ts';
import { readPlacedJoints, writePlacedJoints } from '../../../contract/placed-joints.ts';
import {
  type BodyDirection,
  findBodyDirection,
  findSeenLimbs,
  hasHips,
} from '../../../engine/body/body-build.ts';
import { checkBodyStill } from '../../../engine/body/clip/check-still.ts';
import { findOwnFace } from '../../../engine/body/find-own-face.ts';
import { limbs } from '../../../engine/body/joints.ts';
import { createPoseFinder } from '../../../engine/body/pose-finder.ts';
import { probeMedia } from '../../../engine/io/video/probe.ts';
import { openVideoReader } from '../../../engine/io/video/video-reader.ts';
import type { I420Frame, RgbaImage } from '../../../engine/pixels/frame.ts';
import { toI420 } from '../../../engine/pixels/yuv.ts';
import { readOpaque } from '../../../engine/talk/avatar-video/read-portrait.ts';
import { createFaceFinder } from '../../../engine/track/face-finder.ts';

/** Sides of the example, in pixels. */
const EXAMPLE = { width: 240, height: 320 };
/** Shorter side of a clip's frames in pixels, large enough to find the person to track. */
const SHORT_SIDE = 360;
/** Inspected positions of a clip, as fractions of its length. */
const PLACES = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];

type Bodies = Extract<Inspection, { readonly kind: 'bodies' }>;
type Models = Awaited<ReturnType<typeof openBodyModels>>;

let opened: Promise<Models> | null = null;

/** Opened once per process, which ends when it idles. */
async function openModels(): Promise<Models> {
  opened ??= openBuiltInFolder().then(openBodyModels);
  try {
    return await opened;
  } catch (error) {
    opened = null; // The next file looks again.
    throw error;
  }
}

/**
 * Detects the person of an image that would be moved, with joints set by hand if given, and renders one moved
 * example. Throws `unsupported_format`.
 */
export async function inspectBody(path: string, joints?: string): Promise<Bodies> {
  const placed = joints === undefined ? undefined : readPlacedJoints(joints);
  const { models } = await openWarmModels();
  const { people, body } = await checkBodyStill(
    path,
    { ...(await openModels()), faces: createFaceFinder(models) },
    placed,
  );
  const found = body === null ? 0 : 1;
  return {
    kind: 'bodies',
    frames: 1,
    framesWithBody: found,
    turnedFrames: body === null || body.direction === 'front' ? 0 : 1,
    count: people,
    body:
      body === null
        ? null
        : {
            ...body,
            limbs: [...body.limbs],
            touching: [...body.touching],
            hiddenHands: [...body.hiddenHands],
            places: writePlacedJoints(body.places),
            example: await toJpeg(body.example),
          },
  };
}

/** Finds the person in a picture that shows a character from another side. Throws `unsupported_format`. */
export async function inspectAdditional(path: string): Promise<Bodies> {
  const frame = toI420(await readOpaque(path, SHORT_SIDE));
  const finder = createPoseFinder(await openModels());
  const found = finder.find(frame);
  return toBodies({
    frames: 1,
    poses: found === null ? [] : [found.pose.joints],
    size: frame,
    count: Math.max(found === null ? 0 : 1, finder.detect(frame).length),
    direction: found === null ? 'front' : await findShownSide(frame, found.pose.joints),
    turnedFrames: 0,
  });
}

/** The side that a job sees: it looks for faces too. */
async function findShownSide(frame: I420Frame, joints: Float32Array): Promise<BodyDirection> {
  const { models } = await openWarmModels();
  const faces = createFaceFinder(models).find(frame);
  return findBodyDirection(joints, findOwnFace(faces, joints) !== null);
}

/** Detects the driver at a few positions of a clip. Throws `unsupported_format`. */
export async function inspectDriver(path: string): Promise<Bodies> {
  const { durationUs } = await probeMedia(path);
  const finder = createPoseFinder(await openModels());
  const poses: Float32Array[] = [];
  let size = { width: 0, height: 0 };
  let [frames, turnedFrames, count] = [0, 0, 0];
  for (const fraction of PLACES) {
    const startUs = Math.floor(fraction * durationUs);
    const options = { startUs, maxShortSide: SHORT_SIDE, framesAhead: 1 };
    // A clip that ends before its declared length has no frame there.
    const reader = await openVideoReader(path, options).catch(() => null);
    const taken = (await reader?.next()) ?? null;
    if (taken !== null) {
      const { planes } = taken;
      const found = finder.find(planes);
      frames += 1;
      count = Math.max(count, found === null ? 0 : 1, finder.detect(planes).length);
      if (found !== null) {
        const { joints } = found.pose;
        poses.push(joints);
        size = { width: planes.width, height: planes.height };
        turnedFrames += findBodyDirection(joints, false) === 'front' ? 0 : 1;
      }
    }
    await reader?.close();
  }
  const direction = turnedFrames > poses.length / 2 ? 'side' : 'front';
  return toBodies({ frames, poses, size, count, direction, turnedFrames });
}

/** Bodies that were found and not moved. */
function toBodies({
  frames,
  poses,
  size,
  count,
  direction,
  turnedFrames,
}: {
  readonly frames: number;
  readonly poses: readonly Float32Array[];
  readonly size: { readonly width: number; readonly height: number };
  readonly count: number;
  readonly direction: BodyDirection;
  readonly turnedFrames: number;
}): Bodies {
  const seen = findSeenLimbs(poses, size);
  return {
    kind: 'bodies',
    frames,
    framesWithBody: poses.length,
    turnedFrames,
    count,
    body:
      poses.length === 0
        ? null
        : {
            limbs: limbs.filter((limb) => seen[limb]),
            hasHips: hasHips(poses, size),
            direction,
            touching: [],
            hiddenHands: [],
            seams: null,
            hasSkirt: false,
            places: null,
            example: null,
          },
  };
}

async function toJpeg({ width, height, pixels }: RgbaImage): Promise<string> {
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .resize({ ...EXAMPLE, fit: 'inside' })
    .jpeg({ quality: 72 })
    .toBuffer();
  return jpeg.toString('base64');
}
