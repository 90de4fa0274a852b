import { JOINT_VALUES } from './joints.ts';

/** Parameters of the filter: the cutoff at rest in Hz, and its increase with speed (body sizes per second). */
interface Smoothing {
  readonly restHz: number;
  readonly perSpeed: number;
}

const places: Smoothing = { restHz: 2.2, perSpeed: 5 };
/** Depths are noisy. They decide only the order of limbs and the direction and angle of the torso. */
const depths: Smoothing = { restHz: 1, perSpeed: 1 };
const SPEED_HZ = 1.2;

/**
 * Smooths joints with a One Euro filter (Casiez) forwards and backwards, averaged, so that there is no lag and fast
 * moves stay. `size` is the torso length in pixels, `stepSec` the time from frame to frame.
 */
export function smoothJoints(
  frames: readonly Float32Array[],
  { size, stepSec }: { readonly size: number; readonly stepSec: number },
): Float32Array[] {
  const forward = filter(frames, size, stepSec);
  const backward = filter(frames.toReversed(), size, stepSec).toReversed();
  return forward.map((joints, index) =>
    joints.map((value, at) => (value + (backward[index]?.[at] ?? value)) / 2),
  );
}

function filter(frames: readonly Float32Array[], size: number, stepSec: number): Float32Array[] {
  const weightOf = (cutoffHz: number): number => 1 / (1 + 1 / (2 * Math.PI * cutoffHz * stepSec));
  const speedWeight = weightOf(SPEED_HZ);
  const filtered: Float32Array[] = [];
  let before = frames[0];
  let value = before?.slice();
  const speed = new Float32Array(before?.length ?? 0);
  for (const now of frames) {
    if (before === undefined || value === undefined) {
      break;
    }
    value = value.slice();
    for (let at = 0; at < value.length; at += 1) {
      const { restHz, perSpeed } = at % JOINT_VALUES === 2 ? depths : places;
      speed[at] += ((now[at] - before[at]) / stepSec / size - speed[at]) * speedWeight;
      value[at] += (now[at] - value[at]) * weightOf(restHz + perSpeed * Math.abs(speed[at]));
    }
    filtered.push(value);
    before = now;
  }
  return filtered;
}

/** Interpolates gaps linearly between the frames around them; empty if no frame is known. */
export function bridgeGaps(frames: readonly (Float32Array | null)[]): Float32Array[] {
  const known = frames.flatMap((frame, index) => (frame === null ? [] : [index]));
  const [first] = known;
  if (first === undefined) {
    return [];
  }
  let next = 0;
  return frames.map((frame, index) => {
    while (next < known.length - 1 && known[next] < index) {
      next += 1;
    }
    const after = known[next];
    const before = after > index ? known[Math.max(0, next - 1)] : after;
    const [from, to] = [frames[before], frames[after]];
    if (frame !== null || from === null || to === null) {
      return (frame ?? frames[first] ?? new Float32Array()).slice();
    }
    const progress =
      after > before ? Math.max(0, Math.min(1, (index - before) / (after - before))) : 0;
    return from.map((value, at) => value + (to[at] - value) * progress);
  });
}
