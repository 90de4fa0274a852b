import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { readOpaque } from '../../talk/avatar-video/read-portrait.ts';
import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import type { BodyPose } from '../joints.ts';
import { createPlacedBody } from '../placed/placed-body.ts';
import type { PlacedBodyJoints } from '../placed/spread-joints.ts';
import type { PoseFinder } from '../pose-finder.ts';
import type { RefinePose } from '../refine-pose.ts';

/** Maximum shorter side of a character and of its clip, in pixels. */
export const SHORT_SIDE = 720;

/** A still of a person. */
export interface BodyStill {
  /** Opaque, with even sides. */
  readonly image: RgbaImage;
  /** The image as YUV for the networks. */
  readonly frame: I420Frame;
  readonly pose: BodyPose;
  /** Number of people found; the largest one moves. */
  readonly people: number;
}

/**
 * Reads a still whose shorter side is at most `shortSide` pixels, with the joints that were set by hand if there are
 * any. Throws `processing_failed` if nobody is found.
 */
export async function readBodyStill(
  path: string,
  finder: PoseFinder,
  {
    shortSide,
    placed,
    refine = null,
    field = 'image_key',
  }: {
    readonly shortSide: number;
    readonly placed?: PlacedBodyJoints | undefined;
    /** The user's network that refines joints; null for none. */
    readonly refine?: RefinePose | null | undefined;
    /** Name of the request field that errors refer to. */
    readonly field?: string | undefined;
  },
): Promise<BodyStill> {
  const image = await readOpaque(path, shortSide);
  const frame = toI420(image);
  if (placed !== undefined) {
    return { image, frame, pose: createPlacedBody(image, placed), people: 1 };
  }
  const people = finder.detect(frame).length;
  const found = finder.find(frame);
  if (found === null) {
    throw new AppError(
      'processing_failed',
      'No person was found in the picture. Use one that shows somebody from head to feet, arms off the body.',
      { details: { ...faultDetails('no_person'), field } },
    );
  }
  const pose = refine === null ? found.pose : await refine(frame, found.pose);
  return { image, frame, pose, people };
}
