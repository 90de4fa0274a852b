import { VIEW_SCALE, VIEW_SIZE, type HeadView } from './head-view.ts';

/** Priors of a pixel by its position alone, without its colour; one value per pixel of the view. */
export interface HeadZones {
  /** Distance from the middle of the skull: 0 in its middle, 1 at its outline with short hair. */
  readonly skull: Float32Array;
  /** Prior probability that a pixel of a person belongs to this head, 0..1. */
  readonly likelihood: Float32Array;
  /** 1 where skin belongs to the head: face, ears, bald scalp. */
  readonly isHeadSkin: Uint8Array;
  /** Rows of the chin, the mouth and the top of the face mesh, in pixels of the view. */
  readonly chin: number;
  readonly mouth: number;
  readonly forehead: number;
  /** Column of the middle of the neck. */
  readonly neck: number;
}

/** Half axes of a skull with short hair, and the height of its middle above that of the face, in centimetres. */
const SKULL_ACROSS_CM = 10.5;
const SKULL_DOWN_CM = 14;
const SKULL_RAISED_CM = 4;
/** Depth of the middle of the skull behind the face. */
const SKULL_DEPTH_CM = 7;
/** Depth of the middle of the neck behind the chin. */
const NECK_DEPTH_CM = 5;
/** Distance below the chin over which the probability of long hair halves. */
const HAIR_FALL_CM = 16;

/** Computes the zones around the face of a view. */
export function measureZones({ landmarks, face, pose }: HeadView): HeadZones {
  const heightOf = (point: number): number => landmarks[point * 3 + 1];
  const chin = Math.max(heightOf(152), heightOf(148), heightOf(377));
  const mouth = heightOf(14);
  const forehead = heightOf(10);
  const neck = landmarks[152 * 3] - Math.sin(pose.yaw) * NECK_DEPTH_CM * VIEW_SCALE;
  const centreX = VIEW_SIZE / 2 - Math.sin(pose.yaw) * SKULL_DEPTH_CM * VIEW_SCALE;
  const centreY = (chin + forehead) / 2 - SKULL_RAISED_CM * VIEW_SCALE;
  const across = (SKULL_ACROSS_CM + 2 * Math.abs(Math.sin(pose.yaw))) * VIEW_SCALE;
  const down = SKULL_DOWN_CM * VIEW_SCALE;
  const count = VIEW_SIZE * VIEW_SIZE;
  const skull = new Float32Array(count);
  const likelihood = new Float32Array(count);
  const isHeadSkin = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const x = (index % VIEW_SIZE) + 0.5;
    const y = Math.floor(index / VIEW_SIZE) + 0.5;
    const distance = Math.hypot((x - centreX) / across, (y - centreY) / down);
    skull[index] = distance;
    const belowCm = (y - chin) / VIEW_SCALE;
    const besideCm = Math.abs(x - neck) / VIEW_SCALE;
    if (face[index] === 1) {
      likelihood[index] = 0.999;
      isHeadSkin[index] = 1;
    } else if (belowCm < 0) {
      likelihood[index] = distance < 1 ? 0.95 : Math.max(0.04, 0.95 - (distance - 1) * 0.9);
      isHeadSkin[index] = distance < 0.95 && y < (mouth + chin) / 2 - VIEW_SCALE ? 1 : 0;
      if (y > mouth && besideCm < 8) {
        likelihood[index] *= 0.4;
      }
    } else {
      const falling = 0.45 * 2 ** (-belowCm / HAIR_FALL_CM);
      const outside = besideCm > 20 ? 0.3 : 1;
      likelihood[index] = (besideCm < 4 ? (belowCm < 5 ? 0.1 : falling * 0.5) : falling) * outside;
    }
  }
  return { skull, likelihood, isHeadSkin, chin, mouth, forehead, neck };
}
