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

/** What becomes of the mouth of a frame of the result. */
export interface LipTask {
  readonly face: LipFace;
  readonly own: OwnMouth;
  /** Against the mouth of the person at rest. */
  readonly mouth: MouthMeasures;
  readonly isClosed: boolean;
  readonly tongue: number;
  /** 0..1. */
  readonly visible: number;
  /** Frames of the clip whose mouths are shown; none where the mouth is drawn. */
  readonly shown: readonly ShownMouth[];
}

/** A mouth of the clip that is shown. */
export interface ShownMouth {
  /** Number of its frame. */
  readonly index: number;
  /** How much of it is seen, 0..1. */
  readonly weight: number;
  /** How much of what is between its lips is left out, so that they meet: 0..1. */
  readonly seal: number;
}

/** How much is seen of the chosen mouth and of those of the frames beside it: a single one would flicker. */
const MIX = [0.22, 0.56, 0.22] as const;
/** Lips so far apart (widths) show what is between them. */
const PARTED = 0.03;
/** Of lips that meet or touch teeth, the dark between them is left out by so much: small ones look a little open with all of it. */
const PRESSED = 0.5;
/** Of corners that are moved by bending a frame, three quarters are seen; mouths of a clip look narrower the further they are open. */
const WIDENED = 1.3;
const NARROWED = 0.2;
/** Less than this is not worth drawing. */
const LEAST_VISIBLE = 0.02;

interface OpenTask {
  readonly at: number;
  readonly scene: SceneMouths;
  readonly task: Omit<LipTask, 'shown'>;
}

/** The task of every frame of a plan; null where the frame stays as it is. `pause` is waited for now and then. */
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
    return face === null || scene === null || visible < LEAST_VISIBLE
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

/** Tasks that follow each other in one scene. */
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

/** What a person does with their mouth where an average one does this. */
function toOwnMouth(
  mouth: MouthMeasures,
  { strength, library }: Pick<SceneMouths, 'strength' | 'library'>,
): MouthMeasures {
  const own = scaleMouth(mouth, strength);
  // Who hardly opens their mouth rounds it as others do.
  const wide = WIDENED * mouth.wide * Math.max(1, strength);
  return { ...own, wide: wide + (library.length === 0 ? 0 : NARROWED * own.open) };
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
    // Teeth of an open mouth would be seen as a sliver between closed lips.
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
