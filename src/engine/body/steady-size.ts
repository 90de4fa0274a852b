/**
 * Removes the distance from the camera from a motion: a driver who walks towards it, or is zoomed in on, grows, and the
 * ground of a still has no depth for its character to come from.
 */
import { findSeenLimbs, measureBuild, computeQuantile } from './body-build.ts';
import { findDriverSizes, type SizedDriver } from './driver-size.ts';
import { type BodyTrack, JOINT_VALUES } from './joints.ts';
import { lowestOfFeet } from './pin-feet.ts';
import { mean } from '../vision/math.ts';

/** Minimum ratio of large and small sizes that is removed; less comes from bending and turning. */
const MIN_CHANGE = 1.15;
/** Quantiles of sizes: small, usual, large. */
const [SMALL, USUAL, LARGE] = [0.05, 0.5, 0.95];
/** Minimum size that is enlarged, because joints of people far away tremble. */
const MIN_SIZE = 0.25;
/** Minimum variance of the sizes of a scene from which the slope of its ground is fitted. */
const MIN_VARIANCE = 0.02 ** 2;

interface Scene {
  readonly frames: readonly Float32Array[];
  /** Relative to the usual size. */
  readonly sizes: readonly number[];
}

/** Returns the joints of a driver at their usual size in each frame; feet that stand stay at one height. */
export function steadySize(driver: SizedDriver & Pick<BodyTrack, 'size'>): readonly Float32Array[] {
  const all = driver.frames.map(({ joints }) => joints);
  const sizes = findDriverSizes(driver, measureBuild(all));
  const usual = computeQuantile(sizes, USUAL);
  if (computeQuantile(sizes, LARGE) < computeQuantile(sizes, SMALL) * MIN_CHANGE) {
    return all;
  }
  const { leftLeg, rightLeg } = findSeenLimbs(all, driver.size);
  const sized = driver.frames.map(({ joints, scene }, index) => ({
    joints,
    scene,
    size: Math.max(MIN_SIZE, sizes[index] / usual),
  }));
  return [...Map.groupBy(sized, ({ scene }) => scene).values()].flatMap((frames) =>
    levelScene(
      { frames: frames.map(({ joints }) => joints), sizes: frames.map(({ size }) => size) },
      { ...driver.size, hasFeet: leftLeg && rightLeg },
    ),
  );
}

/** Scales each frame about the vanishing point of a scene, whose height the feet give where they are visible. */
function levelScene(
  scene: Scene,
  {
    width,
    height,
    hasFeet,
  }: { readonly width: number; readonly height: number; readonly hasFeet: boolean },
): readonly Float32Array[] {
  const [centreX, centreY] = [width / 2, height / 2];
  const groundOf = hasFeet ? fitGround(scene) : () => centreY;
  return scene.frames.map((joints, index) => {
    const size = scene.sizes[index];
    const ground = groundOf(size);
    const levelled = joints.slice();
    for (let at = 0; at < joints.length; at += JOINT_VALUES) {
      levelled[at] = centreX + (joints[at] - centreX) / size;
      levelled[at + 1] = centreY + (joints[at + 1] - ground) / size;
      levelled[at + 2] = joints[at + 2] / size;
    }
    return levelled;
  });
}

/** Fits the height of the feet by size: in an image of level ground it is a line (least squares). */
function fitGround({ frames, sizes }: Scene): (size: number) => number {
  const feet = frames.map(lowestOfFeet);
  const [size, foot] = [mean(sizes), mean(feet)];
  const variance = mean(sizes.map((value) => (value - size) ** 2));
  const covariance = mean(sizes.map((value, index) => (value - size) * (feet[index] - foot)));
  const slope = variance < MIN_VARIANCE ? 0 : covariance / variance;
  return (value) => foot + (value - size) * slope;
}
