import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { computeQuantile } from '../../../src/engine/body/body-build.ts';
import {
  type BodyPose,
  cocoJoints,
  joint,
  JOINT_VALUES,
  limbJoints,
  limbs,
} from '../../../src/engine/body/joints.ts';
import { createPoseFinder, type PoseFinder } from '../../../src/engine/body/pose-finder.ts';
import { openBuiltInModel } from '../../../src/engine/models/open-fixed-model.ts';
import { openBuiltModels } from './models.ts';
import { openSecondPose, type SecondJoint } from './second-pose.ts';

/** Agreement of a motion with the one that another network estimates. */
export interface MotionLikeness {
  /** Median difference of the angles of limbs and spine. */
  readonly angleErrorDegrees: number;
  /** Fraction of the joints within a tenth of the torso length, after the best shift and scale. */
  readonly fittedFraction: number;
  /** The same for both networks on the clip itself: an upper bound for results judged by the second. */
  readonly agreedFraction: number;
  /** Per joint, the fraction that is not within a tenth: in the result, and on the clip itself. */
  readonly missed: ReadonlyMap<number, { readonly result: number; readonly clip: number }>;
}

type Found = ReadonlyMap<number, SecondJoint>;

/** A person of a frame, by the network under test and by the other. */
interface TwiceFound {
  readonly first: Found;
  readonly second: Found;
}

/** For each joint, the number of comparisons and of those in which it was near. */
type Tally = Map<number, { near: number; count: number }>;
type Bone = readonly [from: number, to: number];

const bones: readonly Bone[] = limbs.flatMap((limb): Bone[] => {
  const [root, middle, end] = limbJoints[limb];
  return [
    [root, middle],
    [middle, end],
  ];
});
/** Interval of the compared frames. */
const STEP = 3;
/** Bones that point at the camera (torsos) have no angle. */
const MIN_BONE = 0.25;
const NEAR = 0.1;
/** A joint of the network under test that is more visible is seen. */
const SEEN = 0.5;

/** Compares a clip and a result that moves like it, frame by frame. */
export async function compareMotions(clip: string, result: string): Promise<MotionLikeness> {
  const folder = await openBuiltModels();
  const detection = await openBuiltInModel(folder, 'pose-detection');
  const landmarks = await openBuiltInModel(folder, 'pose-landmarks');
  const second = await openSecondPose();
  const finder = createPoseFinder({ detection, landmarks });
  try {
    const [driver, drawn] = [
      await readMotion(clip, finder, second.read),
      await readMotion(result, finder, second.read),
    ];
    const angles: number[] = [];
    const [inResult, inClip]: [Tally, Tally] = [new Map(), new Map()];
    for (const [index, one] of driver.entries()) {
      const other = drawn[index] ?? null;
      if (one !== null && other !== null) {
        angles.push(...compareAngles(one.second, other.second));
        compareFitted(one.second, other.second, inResult);
        compareFitted(one.second, one.first, inClip);
      }
    }
    return {
      angleErrorDegrees: computeQuantile(angles, 0.5),
      fittedFraction: toNearest([...inResult.values()]),
      agreedFraction: toNearest([...inClip.values()]),
      missed: new Map(
        [...inResult].map(([number, tally]) => [
          number,
          { result: 1 - toNearest([tally]), clip: 1 - toNearest([inClip.get(number) ?? tally]) },
        ]),
      ),
    };
  } finally {
    [detection, landmarks, second].forEach((model) => model.close());
  }
}

async function readMotion(
  path: string,
  finder: PoseFinder,
  read: Awaited<ReturnType<typeof openSecondPose>>['read'],
): Promise<(TwiceFound | null)[]> {
  const reader = await openVideoReader(path, {});
  const motion: (TwiceFound | null)[] = [];
  let index = 0;
  for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
    if (index % STEP === 0) {
      const found = finder.find(frame.planes);
      motion.push(
        found === null
          ? null
          : { first: toFound(found.pose), second: read(frame.planes, found.pose.joints) },
      );
    }
    index += 1;
    reader.release(frame);
  }
  await reader.close();
  return motion;
}

function toFound({ joints }: BodyPose): Found {
  return new Map(
    cocoJoints.map((number) => {
      const [x = 0, y = 0, , visibility = 0] = joints.subarray(number * JOINT_VALUES);
      return [number, { x, y, isSeen: visibility > SEEN }];
    }),
  );
}

function toNearest(tallies: readonly { readonly near: number; readonly count: number }[]): number {
  const sum = (valueOf: (tally: (typeof tallies)[number]) => number): number =>
    tallies.reduce((all, tally) => all + valueOf(tally), 0);
  return (
    sum(({ near }) => near) /
    Math.max(
      1,
      sum(({ count }) => count),
    )
  );
}

function toSecondJoint(found: Found, number: number): SecondJoint {
  return found.get(number) ?? { x: 0, y: 0, isSeen: false };
}

function toTorso(found: Found): number {
  const [a, b] = [
    toSecondJoint(found, joint.leftShoulder),
    toSecondJoint(found, joint.rightShoulder),
  ];
  const [c, d] = [toSecondJoint(found, joint.leftHip), toSecondJoint(found, joint.rightHip)];
  return Math.hypot((a.x + b.x - c.x - d.x) / 2, (a.y + b.y - c.y - d.y) / 2) || 1;
}

function compareAngles(one: Found, other: Found): number[] {
  return bones.flatMap(([from, to]) => {
    const [a, b, c, d] = [
      toSecondJoint(one, from),
      toSecondJoint(one, to),
      toSecondJoint(other, from),
      toSecondJoint(other, to),
    ];
    const first = Math.hypot(b.x - a.x, b.y - a.y) / toTorso(one);
    const second = Math.hypot(d.x - c.x, d.y - c.y) / toTorso(other);
    if (![a, b, c, d].every(({ isSeen }) => isSeen) || Math.min(first, second) < MIN_BONE) {
      return [];
    }
    const turn = Math.atan2(b.y - a.y, b.x - a.x) - Math.atan2(d.y - c.y, d.x - c.x);
    return [(Math.abs(turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI) * 180) / Math.PI];
  });
}

/**
 * Counts the joints that are close after alignment of shift and size, by least squares over the joints visible in both.
 */
function compareFitted(one: Found, other: Found, tally: Tally): void {
  const pairs = [...one].flatMap(([number, a]) => {
    const b = toSecondJoint(other, number);
    return a.isSeen && b.isSeen && number >= joint.leftShoulder ? [[a, b, number] as const] : [];
  });
  const mean = (valueOf: (pair: (typeof pairs)[number]) => number): number =>
    pairs.reduce((sum, pair) => sum + valueOf(pair), 0) / Math.max(1, pairs.length);
  const [ax, ay] = [mean(([a]) => a.x), mean(([a]) => a.y)];
  const [bx, by] = [mean(([, b]) => b.x), mean(([, b]) => b.y)];
  const dot = mean(([a, b]) => (a.x - ax) * (b.x - bx) + (a.y - ay) * (b.y - by));
  const scale = dot / (mean(([, b]) => (b.x - bx) ** 2 + (b.y - by) ** 2) || 1);
  for (const [a, b, number] of pairs) {
    const [dx, dy] = [a.x - ax - (b.x - bx) * scale, a.y - ay - (b.y - by) * scale];
    const counted = tally.get(number) ?? { near: 0, count: 0 };
    counted.near += Math.hypot(dx, dy) < NEAR * toTorso(one) ? 1 : 0;
    counted.count += 1;
    tally.set(number, counted);
  }
}
