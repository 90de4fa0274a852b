import { rejectOnAbort } from '../../io/reject-on-abort.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import { readOpaque } from '../../talk/avatar-video/read-portrait.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { findOwnFace } from '../find-own-face.ts';
import type { BodyPose } from '../joints.ts';
import { createPlacedBody } from '../placed/placed-body.ts';
import type { PlacedBodyJoints } from '../placed/spread-joints.ts';
import type { PoseFinder } from '../pose-finder.ts';
import type { RefinePose } from '../refine-pose.ts';

/** The still of a character; perhaps only the head is used. */
export interface CharacterStill {
  /** Opaque, with even sides. */
  readonly image: RgbaImage;
  /** Null if no body was found. */
  readonly pose: BodyPose | null;
  /** The face of that body, or the first face if there is no body; null if none was found. */
  readonly face: TrackedFace | null;
  readonly others: readonly TrackedFace[];
}

/** Reads the still of a character, whose shorter side is at most `shortSide` pixels. */
export async function readCharacterStill(
  path: string,
  {
    finder,
    tracker,
    shortSide,
    signal,
    placed,
    refine = null,
  }: {
    readonly finder: PoseFinder;
    readonly tracker: TrackerHost;
    readonly shortSide: number;
    readonly signal: AbortSignal;
    /** Joints that were set by hand; detected if absent. */
    readonly placed?: PlacedBodyJoints | undefined;
    /** The user's network that refines joints; null for none. */
    readonly refine?: RefinePose | null | undefined;
  },
): Promise<CharacterStill> {
  const image = await readOpaque(path, shortSide);
  const frame = toI420(image);
  const found =
    placed === undefined ? (finder.find(frame)?.pose ?? null) : createPlacedBody(image, placed);
  const isRefined = refine !== null && found !== null && placed === undefined;
  const pose = isRefined ? await refine(frame, found, signal) : found;
  const faces = await rejectOnAbort(tracker.meter.find(frame), signal);
  const face = (pose === null ? faces[0] : findOwnFace(faces, pose.joints)) ?? null;
  return { image, pose, face, others: faces.filter((other) => other !== face) };
}
