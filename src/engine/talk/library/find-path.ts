import type { MouthMeasures } from '../mouth/measures.ts';
import type { LibraryMouth } from './lower-face.ts';
import { isClosedMouth, mouthDistance } from './mouth-distance.ts';

/** The mouth that a frame is to show, and how its head is turned. */
export interface WantedMouth {
  readonly mouth: MouthMeasures;
  readonly yaw: number;
  readonly pitch: number;
}

/** A turn by so much (radians) costs {@link POSE_COST}. */
const POSE_UNIT = 0.15;
const POSE_COST = 0.006;
const SKEW_COST = 3;
/** Of mouths that count as closed, those that are tightest show no teeth at all. */
const SEAL_COST = 40;
/** What any step costs but that to the next frame of the clip. */
const SWITCH_COST = 0.003;
const STEP_WEIGHT = 0.25;
/** So many mouths are thought of for each frame. */
const NEAREST = 48;
/** Some 50 ms of processor. */
const FRAMES_AT_ONCE = 256;

interface State {
  readonly mouth: number;
  readonly cost: number;
  /** Place of the state before, among those of the frame before. */
  readonly before: number;
}

/**
 * The mouth of a library for every frame: the cheapest path (Viterbi 1967) over how near mouths are to what is wanted, turned
 * alike, and how smoothly one follows another (after Video Rewrite, Bregler 1997). Needs a mouth at least. Ten minutes take seconds:
 * `pause` is waited for every {@link FRAMES_AT_ONCE} frames.
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
  // Teeth of an open mouth would be squeezed to a bright line between closed lips.
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
      const parted = isClosedMouth(mouth) ? Math.max(0, entry.parted - mouth.open) : 0;
      const unsealed = SEAL_COST * parted * parted;
      return [
        {
          mouth: index,
          cost: mouthDistance(mouth, entry.mouth) + turned + skewed + unsealed,
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
