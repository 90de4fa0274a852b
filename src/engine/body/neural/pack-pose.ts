/**
 * Finds joints with a network of the user: RTMPose and similar networks, which classify the x and y of each joint into
 * bins (SimCC).
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { sampleI420 } from '../../pixels/sample-i420.ts';
import { createSampleTarget } from '../../pixels/sample-target.ts';
import type { PoolTensor } from '../../models/pool/messages.ts';
import { BINS, type PoseSignature } from '../../packs/recognise/body/pose-signature.ts';
import { toHalf } from '../../packs/run/half.ts';
import type { PackSession } from '../../packs/run/pack-session.ts';
import { toFloats } from '../../packs/run/tensors.ts';
import { type BodyPose, cocoJoints, joint, JOINT_VALUES } from '../joints.ts';
import type { RefinePose } from '../refine-pose.ts';

/** Mean and standard deviation of the channels (0..255) that these networks were trained with. */
const MEAN = [123.675, 116.28, 103.53] as const;
const DEVIATION = [58.395, 57.12, 57.375] as const;
/**
 * Size of the network's crop relative to the person, and size of the person relative to the box of its joints, which
 * lacks hair and soles.
 */
const MARGIN = 1.25;
const BEYOND_JOINTS = 1.12;
/** Minimum score of a joint; others keep the position of the network that comes with Guise. */
const SURE = 0.3;

/** Pairs of COCO joint numbers, with which all these formats begin, and ours. */
const coco: readonly (readonly [theirs: number, ours: number])[] = cocoJoints.map(
  (ours, theirs) => [theirs, ours] as const,
);
const [LEFT_HAND, RIGHT_HAND] = [91, 112];
/**
 * Indices of the knuckles of index and little finger, and of the thumb's first joint, among the 21 joints of a hand.
 */
const [INDEX, LITTLE, THUMB] = [5, 17, 2];

const numbers: Readonly<Record<PoseSignature['joints'], typeof coco>> = {
  17: coco,
  26: [
    ...coco,
    [20, joint.leftToe],
    [21, joint.rightToe],
    [24, joint.leftHeel],
    [25, joint.rightHeel],
  ],
  133: [
    ...coco,
    [17, joint.leftToe],
    [19, joint.leftHeel],
    [20, joint.rightToe],
    [22, joint.rightHeel],
    [LEFT_HAND + INDEX, joint.leftIndex],
    [LEFT_HAND + LITTLE, joint.leftPinky],
    [LEFT_HAND + THUMB, joint.leftThumb],
    [RIGHT_HAND + INDEX, joint.rightIndex],
    [RIGHT_HAND + LITTLE, joint.rightPinky],
    [RIGHT_HAND + THUMB, joint.rightThumb],
  ],
};

/**
 * Creates a function that moves the joints of a pose to where a network of the user finds them with enough confidence.
 */
export function createPackPose(
  { run, facts }: Pick<PackSession, 'run' | 'facts'>,
  signature: PoseSignature,
): RefinePose {
  const { width, height, joints: count, x, y } = signature;
  const colours = new Float32Array(width * height * 3);
  const target = createSampleTarget(colours, { width, height, low: 0, high: 255, border: 'black' });
  return async (frame: I420Frame, pose: BodyPose, signal) => {
    const region = toRegion(pose.joints, width / height);
    sampleI420(frame, region, target);
    const outputs = await run(feedPose(signature, colours), signal);
    const rows = toFloats(outputs[x], count * width * BINS, facts.label);
    const columns = toFloats(outputs[y], count * height * BINS, facts.label);
    const joints = pose.joints.slice();
    for (const [theirs, ours] of numbers[count]) {
      const across = findPeak(rows, theirs, width * BINS);
      const down = findPeak(columns, theirs, height * BINS);
      const score = Math.min(across.score, down.score, 1);
      if (score >= SURE) {
        const at = ours * JOINT_VALUES;
        joints[at] = region.centreX + (across.bin / BINS / width - 0.5) * region.width;
        joints[at + 1] = region.centreY + (down.bin / BINS / height - 0.5) * region.height;
        joints[at + 3] = Math.max(joints[at + 3] ?? 0, score);
      }
    }
    return { ...pose, joints };
  };
}

/** Converts an image (interleaved red, green and blue, 0..255) to the network's input. */
export function feedPose(
  { image, width, height }: PoseSignature,
  colours: Float32Array,
): Record<string, PoolTensor> {
  const count = width * height;
  const values = new Float32Array(count * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [MEAN[channel] ?? 0, DEVIATION[channel] ?? 1];
    for (let at = 0; at < count; at += 1) {
      values[channel * count + at] = ((colours[at * 3 + channel] ?? 0) - mean) / deviation;
    }
  }
  const dims = [1, 3, height, width];
  return {
    [image.name]:
      image.type === 'float16'
        ? { type: 'float16', dims, values: Uint16Array.from(values, toHalf) }
        : { type: 'float32', dims, values },
  };
}

function findPeak(
  values: Float32Array,
  row: number,
  length: number,
): { readonly bin: number; readonly score: number } {
  let [bin, score] = [0, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < length; at += 1) {
    const value = values[row * length + at] ?? 0;
    if (value > score) {
      [bin, score] = [at, value];
    }
  }
  return { bin, score };
}

/** Returns the region around all joints with the aspect ratio of the network's input. */
function toRegion(joints: Float32Array, ratio: number): Region {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < joints.length; at += JOINT_VALUES) {
    const [x, y] = [joints[at] ?? 0, joints[at + 1] ?? 0];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const height = Math.max(bottom - top, (right - left) / ratio, 8) * BEYOND_JOINTS * MARGIN;
  return {
    centreX: (left + right) / 2,
    centreY: (top + bottom) / 2,
    width: height * ratio,
    height,
    rotation: 0,
  };
}
