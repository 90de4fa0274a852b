import type { MouthMeasures } from '../mouth/measures.ts';
import type { LibraryMouth } from './lower-face.ts';
import { isClosedMouth, mouthDistance } from './mouth-distance.ts';

/** Mouth measures and head pose that a frame needs. */
export interface WantedMouth {
  readonly mouth: MouthMeasures;
  readonly yaw: number;
  readonly pitch: number;
}

/** Pose difference in radians that costs {@link POSE_COST}. */
const POSE_UNIT = 0.15;
const POSE_COST = 0.006;
const SKEW_COST = 3;
/** Weight of the speed of the lips, behind which the mesh lags: their skin would show where teeth belong. */
const SPEED_COST = 1;
/** Weight of the gap of mouths that count as closed: the tightest show no teeth at all. */
const SEAL_COST = 40;
/** Cost of every transition except to the next frame of the clip. */
const SWITCH_COST = 0.003;
const STEP_WEIGHT = 0.25;
/** Number of candidate mouths per frame. */
const NEAREST = 48;
/** Frames between pauses: some 50 ms of processor time. */
const FRAMES_AT_ONCE = 256;

interface State {
  readonly mouth: number;
  readonly cost: number;
  /** Index of the previous state among those of the previous frame. */
  readonly before: number;
}

/**
 * Finds the cheapest path through a library of mouths (Viterbi 1967), by distance to the wanted mouth and pose, and by
 * smoothness of transitions (after Video Rewrite, Bregler 1997). The library must not be empty. Ten minutes of frames
 * take seconds: `pause` is awaited every {@link FRAMES_AT_ONCE} frames.
 */
export async function findMouthPath(
  library: readonly LibraryMouth[],
  wanted: readonly WantedMouth[],
  pause: () => Promise<void>,
): Promise<number[]> {
  const between = library.map((from) =>
    Float32Array.from(library, (to) =>
      to.index === from.index || to.index === from.index + 1
        ? 0
        : SWITCH_COST + STEP_WEIGHT * mouthDistance(from.mouth, to.mouth),
    ),
  );
  let before: readonly State[] = [];
  const steps: (readonly State[])[] = [];
  for (const frame of wanted) {
    if (steps.length % FRAMES_AT_ONCE === 0) {
      await pause();
    }
    const last = before;
    before = findNearest(library, frame).map(({ mouth, cost }) => {
      const step = findCheapest(last, mouth, between);
      return { mouth, cost: cost + step.cost, before: step.before };
    });
    steps.push(before);
  }
  return traceBack(steps);
}

function findNearest(library: readonly LibraryMouth[], { mouth, yaw, pitch }: WantedMouth) {
  // Teeth of an open mouth would be squeezed into a bright line between closed lips.
  const isSealed = isClosedMouth(mouth) && library.some((entry) => isClosedMouth(entry.mouth));
  return library
    .flatMap((entry, index) => {
      if (isSealed && !isClosedMouth(entry.mouth)) {
        return [];
      }
      const aside = (entry.yaw - yaw) / POSE_UNIT;
      const up = (entry.pitch - pitch) / POSE_UNIT;
      const turned = POSE_COST * (aside * aside + up * up);
      const skewed = SKEW_COST * entry.skew * entry.skew;
      const fast = SPEED_COST * entry.speed * entry.speed;
      const parted = isClosedMouth(mouth) ? Math.max(0, entry.parted - mouth.open) : 0;
      const unsealed = SEAL_COST * parted * parted;
      return [
        {
          mouth: index,
          cost: mouthDistance(mouth, entry.mouth) + turned + skewed + fast + unsealed,
        },
      ];
    })
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, NEAREST);
}

function findCheapest(
  states: readonly State[],
  mouth: number,
  between: readonly Float32Array[],
): { readonly cost: number; readonly before: number } {
  let cost = states.length === 0 ? 0 : Infinity;
  let before = -1;
  for (let index = 0; index < states.length; index += 1) {
    const state = states[index];
    const total = state.cost + between[state.mouth][mouth];
    if (total < cost) {
      cost = total;
      before = index;
    }
  }
  return { cost, before };
}

function traceBack(steps: readonly (readonly State[])[]): number[] {
  const last = steps.at(-1) ?? [];
  let at = 0;
  for (let index = 1; index < last.length; index += 1) {
    at = last[index].cost < last[at].cost ? index : at;
  }
  const path: number[] = steps.map(() => 0);
  for (let frame = steps.length - 1; frame >= 0; frame -= 1) {
    const state = steps[frame][at];
    path[frame] = state.mouth;
    at = state.before;
  }
  return path;
}
