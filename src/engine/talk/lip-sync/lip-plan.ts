import type { MouthFrame } from '../speech/mouth-track.ts';
import { findMouthPath } from '../library/find-path.ts';
import type { LibraryMouth } from '../library/lower-face.ts';
import { isClosedMouth } from '../library/mouth-distance.ts';
import { type MouthMeasures, scaleMouth } from '../mouth/measures.ts';
import type { LipFace } from '../redraw/lip-renderer.ts';
import type { OwnMouth } from '../redraw/reshape-mouth.ts';
import type { ClipSpeaker } from './choose-speaker.ts';
import type { PlannedFrame } from './frame-plan.ts';
import type { PreparedMouths, SceneMouths } from './scene-mouths.ts';
import type { ClipFrame } from './tracked-clip.ts';

/** Mouth of one output frame. */
export interface LipTask {
  readonly face: LipFace;
  readonly own: OwnMouth;
  /** Difference from the person's mouth at rest. */
  readonly mouth: MouthMeasures;
  readonly isClosed: boolean;
  readonly tongue: number;
  /** Visibility of the mouth, 0..1. */
  readonly visible: number;
  /** Frames of the clip whose mouths are shown; empty where the mouth is drawn. */
  readonly shown: readonly ShownMouth[];
}

/** Mouth of the clip with its weight. */
export interface ShownMouth {
  /** Index of its frame. */
  readonly index: number;
  /** Weight in the mix, 0..1. */
  readonly weight: number;
  /** Fraction by which the inside between the lips is trimmed, so that they meet: 0..1. */
  readonly seal: number;
}

/** Weights of the chosen mouth and of those of the neighbouring frames: a single one would flicker. */
const MIX = [0.22, 0.56, 0.22] as const;
/** Lip gap in widths from which the inside shows. */
const PARTED = 0.03;
/** Seal of lips that meet or touch teeth: small mouths look slightly open without it. */
const PRESSED = 0.5;
/** Gain on width: two thirds of a corner motion made by warping or drawing are visible. */
const WIDENED = 1.5;
/** Minimum visibility for which a mouth is drawn. */
const MIN_VISIBLE = 0.02;

interface OpenTask {
  readonly at: number;
  readonly scene: SceneMouths;
  readonly task: Omit<LipTask, 'shown'>;
}

/** Plans the task of every frame; null where the frame stays unchanged. `pause` is awaited now and then. */
export async function planLips(
  frames: readonly ClipFrame[],
  plan: readonly PlannedFrame[],
  {
    speaker,
    prepared,
    track,
    pause,
  }: {
    readonly speaker: ClipSpeaker;
    readonly prepared: PreparedMouths;
    readonly track: readonly MouthFrame[];
    readonly pause: () => Promise<void>;
  },
): Promise<readonly (LipTask | null)[]> {
  const open = plan.map(({ source }, at): OpenTask | null => {
    const face = speaker.faces[source] ?? null;
    const scene = prepared.scenes[frames[source]!.scene] ?? null;
    const visible = prepared.visibility[source]!;
    const wanted = track[at]!;
    return face === null || scene === null || visible < MIN_VISIBLE
      ? null
      : {
          at,
          scene,
          task: {
            face,
            own: scene.own,
            mouth: toOwnMouth(wanted.mouth, scene),
            isClosed: wanted.isClosed,
            tongue: wanted.tongue,
            visible,
          },
        };
  });
  const tasks: (LipTask | null)[] = open.map(() => null);
  for (const run of listSceneRuns(open)) {
    const { library } = run[0]!.scene;
    const path = library.length === 0 ? [] : await findMouthPath(library, run.map(toWanted), pause);
    run.forEach(({ at, task }, index) => {
      tasks[at] = { ...task, shown: library.length === 0 ? [] : mix(library, path, index, task) };
    });
  }
  return tasks;
}

/** Groups consecutive tasks of one scene. */
function listSceneRuns(tasks: readonly (OpenTask | null)[]): OpenTask[][] {
  const runs: OpenTask[][] = [];
  for (const task of tasks) {
    if (task !== null) {
      const run = runs.at(-1);
      if (run?.[0]?.scene === task.scene) {
        run.push(task);
      } else {
        runs.push([task]);
      }
    }
  }
  return runs;
}

/** Scales an average person's mouth to that of this person. */
function toOwnMouth(
  mouth: MouthMeasures,
  { strength, widening }: Pick<SceneMouths, 'strength' | 'widening'>,
): MouthMeasures {
  const own = scaleMouth(mouth, strength);
  // A person who hardly opens the mouth rounds it as much as others.
  const wide = WIDENED * mouth.wide * Math.max(1, strength);
  return { ...own, wide: wide + widening * own.open };
}

function toWanted({ task: { mouth, face } }: OpenTask) {
  return { mouth, yaw: face.pose.yaw, pitch: face.pose.pitch };
}

function mix(
  library: readonly LibraryMouth[],
  path: readonly number[],
  at: number,
  { mouth, own }: Pick<LipTask, 'mouth' | 'own'>,
): LipTask['shown'] {
  const weights = new Map<number, Omit<ShownMouth, 'index'>>();
  const chosen = library[path[at]!]!;
  MIX.forEach((weight, place) => {
    const beside = library[path[at + place - 1] ?? path[at]!]!;
    // Teeth of an open mouth would show as a sliver between closed lips.
    const isSeen = !isClosedMouth(mouth) || isClosedMouth(beside.mouth);
    const { index, mouth: shown } = isSeen ? beside : chosen;
    const isSealed = isClosedMouth(mouth) && own.rest.measures.open + shown.open > PARTED;
    weights.set(index, {
      weight: (weights.get(index)?.weight ?? 0) + weight,
      seal: isSealed ? 1 : isClosedMouth(mouth) ? PRESSED : 0,
    });
  });
  return [...weights].map(([index, shown]) => ({ index, ...shown }));
}
