/** Checks what a still shows of a person and how they look in another pose, before anything is paid for. */
import type { RgbaImage } from '../../pixels/frame.ts';
import { readOpaque } from '../../talk/avatar-video/read-portrait.ts';
import { cutRgba, toI420 } from '../../pixels/yuv.ts';
import type { FaceFinder } from '../../track/face-finder.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import { type BodyDirection, findBodyDirection, hasHips } from '../body-build.ts';
import { type BodyCharacter, prepareBodyCharacter } from '../character/body-character.ts';
import { findHiddenHands } from '../character/find-hidden-hands.ts';
import { findTouchingArms } from '../character/find-touching-arms.ts';
import type { CharacterPose } from '../draw/body-map.ts';
import { BodyPainter } from '../draw/body-painter.ts';
import { findOwnFace } from '../find-own-face.ts';
import type { SeamMetrics } from '../draw/seam-meter.ts';
import { ShadowedGround } from '../draw/shadowed-ground.ts';
import { createExamplePose } from '../draw/example-pose.ts';
import { type BodyPose, type Limb, limbs } from '../joints.ts';
import { createPlacedBody } from '../placed/placed-body.ts';
import { type PlacedBodyJoints, toPlacedBodyJoints } from '../placed/spread-joints.ts';
import { measureSeams } from './seam-check.ts';
import { createPoseFinder, type PoseFinder, type PoseModels } from '../pose-finder.ts';

/** The result of checking the person of a still. */
export interface CheckedBody {
  /** Limbs that are completely visible, so that they can move. */
  readonly limbs: readonly Limb[];
  /** True if the hips are visible; otherwise it is a bust. */
  readonly hasHips: boolean;
  readonly direction: BodyDirection;
  /** Arms that lie against the body. */
  readonly touching: readonly Limb[];
  /** Arms whose hand is not visible. */
  readonly hiddenHands: readonly Limb[];
  /** Seams in the example. */
  readonly seams: SeamMetrics;
  /** True if a skirt or coat hangs over both legs. */
  readonly hasSkirt: boolean;
  /** The joints that were found or set by hand. */
  readonly places: PlacedBodyJoints;
  /** The still with its person in another pose. */
  readonly example: RgbaImage;
}

/** Maximum shorter side of the analysed still in pixels, for a result within a second or two. */
const SHORT_SIDE = 360;
const colour = { matrix: 'bt709', isFullRange: false } as const;

/**
 * Checks a still, on the joints that were set by hand if there are any. The body is null if nobody is found. Throws the
 * errors of reading a still.
 */
export async function checkBodyStill(
  file: string,
  {
    matte,
    faces,
    ...models
  }: PoseModels & { readonly matte: FixedModel; readonly faces: FaceFinder },
  placed?: PlacedBodyJoints,
): Promise<{ readonly people: number; readonly body: CheckedBody | null }> {
  const image = await readOpaque(file, SHORT_SIDE);
  const { people, pose } =
    placed === undefined
      ? findPose(image, createPoseFinder(models))
      : { people: 1, pose: createPlacedBody(image, placed) };
  if (pose === null) {
    return { people: 0, body: null };
  }
  const pause = (): Promise<void> => Promise.resolve();
  const character = await prepareBodyCharacter(image, pose, { matte, pause });
  const { joints, shown, hasSkirt } = character;
  const hasFace = findOwnFace(faces.find(toI420(image)), joints) !== null;
  const example = createExamplePose(joints, shown);
  return {
    people: Math.max(1, people),
    body: {
      limbs: limbs.filter((limb) => shown[limb]),
      hasHips: hasHips([joints], image),
      direction: findBodyDirection(joints, hasFace),
      touching: findTouchingArms(character),
      hiddenHands: findHiddenHands(character),
      seams: measureSeams(character, { poses: [example], follows: shown }),
      hasSkirt,
      places: toPlacedBodyJoints(joints, image),
      example: drawExample(character, example),
    },
  };
}

function findPose(
  image: RgbaImage,
  finder: PoseFinder,
): { readonly people: number; readonly pose: BodyPose | null } {
  const frame = toI420(image);
  const people = finder.detect(frame).length;
  return { people, pose: finder.find(frame)?.pose ?? null };
}

function drawExample(character: BodyCharacter, pose: CharacterPose): RgbaImage {
  const { width, height } = character;
  const ground = new ShadowedGround(character, colour);
  ground.update(pose.joints);
  const painter = new BodyPainter(character, ground.frame);
  try {
    painter.draw(pose, character.shown);
    return cutRgba(painter.frame, { left: 0, top: 0, width, height });
  } finally {
    painter.close();
  }
}
