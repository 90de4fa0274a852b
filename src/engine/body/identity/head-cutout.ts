/** Draws the head of a character on the driver's body, where the whole body does not fit. */
import { prepareCutout } from '../../live/character/character-cutout.ts';
import { createPrivacyBlur } from '../../live/guard/privacy-blur.ts';
import { createHeadArea, type HeadArea, setAreaOfFace } from '../../live/head-area.ts';
import { createPuppet, type Puppet, type PuppetFrame } from '../../live/puppet/puppet.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { smoothstep } from '../../vision/math.ts';
import { toTrackedFace } from '../clip/driven-head.ts';
import { joint, JOINT_VALUES, type Limb, middleOfJoints } from '../joints.ts';
import type { Hidden, SceneGround } from '../scene/scene-ground.ts';
import type { CutoutSource } from './body-cutout.ts';
import type { SceneReading } from './read-scene.ts';
import type { SceneCutout, SceneFrame } from './scene-cutout.ts';

/** Maximum number of frames, before or after, whose face is used for a frame without one. */
const LONGEST_HELD = 12;
/** Reach of the removed area around a head, relative to its radii, and half width of the neck, which stays. */
const HEAD_REACH = 1.35;
const NECK_HALF_CM = 5.5;
/**
 * Start of the neck: this far above the chin of the new head, which covers it there, but at least this far below the
 * driver's lip.
 */
const NECK_CM = 3;
const LIP_CM = 0.8;
/** Distance of the top of the shoulders above their joints. */
const SHOULDERS_CM = 8;
const UNDER_LIP = 17;

interface PlacedHead {
  readonly face: TrackedFace;
  readonly area: HeadArea;
}

/** Draws the head of a character where the driver's is. */
export class HeadCutout implements SceneCutout {
  readonly method = 'head';
  readonly limbs: readonly Limb[] = [];
  readonly #heads: readonly (PlacedHead | null)[];
  readonly #puppet: Puppet;
  readonly #blur = createPrivacyBlur();
  readonly #people: PuppetFrame['people'];
  readonly #track: SceneReading['track'];
  /** True if the puppet is posed for the frame that is drawn next. */
  #isPosed = false;

  /** `face` is that of the still. */
  constructor({ scene, still, models }: CutoutSource, face: TrackedFace) {
    const { image, others } = still;
    const cutout = prepareCutout(image, face, { others, matte: models.matte });
    this.#puppet = createPuppet(cutout, models.canonicalFace, 'head');
    this.#track = scene.track;
    this.#heads = placeHeads(scene);
    const { width, height } = scene.track.size;
    this.#people = { person: new Uint8Array((width >> 1) * (height >> 1)) };
  }

  hide({ planes, index, timestampUs }: SceneFrame, hidden: Hidden): Hidden {
    const head = this.#heads[index] ?? null;
    this.#isPosed = false;
    if (hidden === 'everything' || head === null) {
      // The body stays. A head without a tracked face is blurred in `draw`.
      return hidden === 'everything' ? hidden : { holes: [] };
    }
    // The pixels between the lips are the driver's.
    this.#isPosed = this.#puppet.pose(
      { frame: planes, people: this.#people },
      head.face,
      timestampUs,
    );
    const weightOf = createHeadWindow(head, {
      chin: this.#puppet.chin,
      joints: this.#track.frames[index]?.joints ?? new Float32Array(0),
    });
    return {
      holes: hidden.holes,
      weightOf: (x, y, weight) => (weight > 0 ? weight * weightOf(x, y) : 0),
    };
  }

  draw({ frame }: SceneGround, { index }: SceneFrame): I420Frame | null {
    const head = this.#heads[index] ?? null;
    if (head === null || !this.#isPosed) {
      this.#blur.hide(frame, head?.area ?? this.#areaOfJoints(index), 1);
    } else {
      this.#puppet.composite(frame);
    }
    return frame;
  }

  close(): void {}

  /** Estimates the area of a head from the joints where no face was found. */
  #areaOfJoints(index: number): HeadArea {
    const area = createHeadArea();
    const joints = this.#track.frames[index]?.joints ?? new Float32Array(0);
    const at = (number: number): readonly [number, number] => [
      joints[number * JOINT_VALUES] ?? 0,
      joints[number * JOINT_VALUES + 1] ?? 0,
    ];
    const [noseX, noseY] = at(joint.nose);
    const [leftX, leftY] = at(joint.leftShoulder);
    const [rightX, rightY] = at(joint.rightShoulder);
    const radius = Math.max(
      8,
      Math.hypot(leftX - rightX, leftY - rightY) * 0.55,
      Math.hypot((leftX + rightX) / 2 - noseX, (leftY + rightY) / 2 - noseY) * 0.9,
    );
    area.centreX = noseX;
    area.centreY = noseY - radius * 0.15;
    area.radiusX = radius;
    area.radiusY = radius * 1.15;
    return area;
  }
}

/**
 * Returns a function for the weight of the head at a point: 1 on it, 0 on the neck below the new chin, and on the
 * shoulders.
 */
function createHeadWindow(
  { area, face: { landmarks, pose } }: PlacedHead,
  {
    chin,
    joints,
  }: { readonly chin: Readonly<{ x: number; y: number }>; readonly joints: Float32Array },
): (x: number, y: number) => number {
  const perCm = Math.max(0.2, pose.scale);
  const [cos, sin] = [Math.cos(area.rotation), Math.sin(area.rotation)];
  const belowChin = (x: number, y: number): number =>
    ((y - chin.y) * cos - (x - chin.x) * sin) / perCm;
  const lip = belowChin(landmarks[UNDER_LIP * 3] ?? 0, landmarks[UNDER_LIP * 3 + 1] ?? 0);
  // The area reaches below the driver's mouth even if the new head is small.
  const neckFrom = Math.max(-NECK_CM, lip + LIP_CM);
  const { x: shoulderX, y: shoulderY } = middleOfJoints(
    joints,
    joint.leftShoulder,
    joint.rightShoulder,
  );
  const shouldersFrom = Math.max(1, belowChin(shoulderX, shoulderY) - SHOULDERS_CM);
  return (x, y) => {
    const across = ((x - chin.x) * cos + (y - chin.y) * sin) / perCm;
    const below = belowChin(x, y);
    const dx = (x - area.centreX) / (area.radiusX * HEAD_REACH);
    const dy = (y - area.centreY) / (area.radiusY * HEAD_REACH);
    const inside = 1 - smoothstep(0.85, 1, dx * dx + dy * dy);
    const isNeck = 1 - smoothstep(NECK_HALF_CM, NECK_HALF_CM + 2, Math.abs(across));
    const neck = isNeck * smoothstep(neckFrom, neckFrom + 1.5, below);
    return inside * (1 - Math.max(neck, smoothstep(shouldersFrom, shouldersFrom + 3, below)));
  };
}

/** Returns the driver's head in each frame; null if no near frame shows the face. */
function placeHeads({ track: { frames } }: SceneReading): readonly (PlacedHead | null)[] {
  return frames.map((frame, index): PlacedHead | null => {
    for (let away = 0; away <= LONGEST_HELD; away += 1) {
      for (const other of [frames[index - away], frames[index + away]]) {
        const seen = other?.face ?? null;
        if (other !== undefined && seen !== null) {
          const face = toTrackedFace(seen, {
            scale: 1,
            shiftX: computeShift(frame.joints, other.joints, 0),
            shiftY: computeShift(frame.joints, other.joints, 1),
          });
          const area = createHeadArea();
          setAreaOfFace(area, face);
          return { face, area };
        }
      }
    }
    return null;
  });
}

function computeShift(joints: Float32Array, other: Float32Array, axis: 0 | 1): number {
  const at = joint.nose * JOINT_VALUES + axis;
  return (joints[at] ?? 0) - (other[at] ?? 0);
}
