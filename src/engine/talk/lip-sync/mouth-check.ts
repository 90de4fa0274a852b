import { toFrontalShape } from '../../face/shape/face-shape.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion } from '../../pixels/region.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FaceMeter } from '../../track/face-meter.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import { createMouthRecord, type MouthSamples, mostShut } from '../check/mouth-record.ts';
import { measureMouth, subtractMouth } from '../mouth/measures.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { middleMsOf, type PlannedFrame } from './frame-plan.ts';
import type { LipTask } from './lip-plan.ts';

/** Looks at mouths as they are drawn. */
export interface MouthCheck {
  /**
   * Looks at a frame before it is drawn on, if its lips are shut: the network sees some of those a little open. Null where
   * nothing is to be learnt; otherwise the frame must not be changed until it is answered.
   */
  addShut(frame: I420Frame, task: LipTask): Promise<void> | null;
  /** Looks at a frame that is done; it must not be changed until this is answered. */
  add(
    frame: I420Frame,
    at: { readonly timeMs: number; readonly mesh: Float32Array; readonly task: LipTask },
  ): Promise<void>;
  /** Whether the lips of a drawn frame meet; it must not be changed until this is answered. */
  isShut(frame: I420Frame, mesh: Float32Array, task: LipTask): Promise<boolean>;
  samples(): MouthSamples;
}

/** Frames that are looked at for time and amount; sounds that need closed lips are looked at to the end, pauses are not. */
const MOST_FRAMES = 750;
/** A sound may be shorter than a frame: the closed one may lie so far beside it. */
const BESIDE_MS = 40;
/** Lips of the clip that are so near to their rest (widths) are shut. */
const SHUT = 0.008;

type Looked = Pick<LipTask, 'visible' | 'isClosed'>;

/** Whether a frame is looked at, by how many were before it. */
function createChoice(
  visemes: readonly VisemeSpan[],
): (task: Looked, timeMs: number, before: number) => boolean {
  const pressed = visemes.filter(({ viseme }) => viseme === 'PP');
  return ({ visible, isClosed }, timeMs, before) =>
    visible === 1 &&
    (before < MOST_FRAMES ||
      (isClosed &&
        pressed.some(
          ({ startMs, endMs }) => timeMs > startMs - BESIDE_MS && timeMs < endMs + BESIDE_MS,
        )));
}

/** How many frames of a plan are looked at before one of them. */
export function countMeasured(
  tasks: readonly (Looked | null)[],
  frames: readonly PlannedFrame[],
  { visemes, from }: { readonly visemes: readonly VisemeSpan[]; readonly from: number },
): number {
  const isLookedAt = createChoice(visemes);
  let count = 0;
  for (let at = 0; at < from; at += 1) {
    const task = tasks[at] ?? null;
    count += task !== null && isLookedAt(task, middleMsOf(frames[at]!), count) ? 1 : 0;
  }
  return count;
}

/**
 * A check with a network that places meshes, of frames in which these sounds are spoken; `before` were looked at in other parts of
 * the result.
 */
export function createMouthCheck(
  meter: Pick<FaceMeter, 'locate'>,
  canonicalFace: CanonicalFace,
  { visemes, before = 0 }: { readonly visemes: readonly VisemeSpan[]; readonly before?: number },
): MouthCheck {
  const isLookedAt = createChoice(visemes);
  const record = createMouthRecord();
  const region = createRegion();
  let shut = 0;
  const readGap = async (
    frame: I420Frame,
    mesh: Float32Array,
    { face: { pose } }: LipTask,
  ): Promise<number> => {
    setRegionOfMesh(region, mesh);
    const landmarks = await meter.locate(frame, region);
    return measureMouth(toFrontalShape({ landmarks, pose }, canonicalFace)).open;
  };
  return {
    addShut(frame, task) {
      const { face, own, visible } = task;
      const mouth = measureMouth(toFrontalShape(face, canonicalFace));
      if (
        shut === mostShut ||
        visible < 1 ||
        mouth.open > SHUT ||
        subtractMouth(mouth, own.rest.measures).open > SHUT
      ) {
        return null;
      }
      shut += 1;
      return readGap(frame, face.landmarks, task).then((gap) => record.addShut(gap));
    },
    async add(frame, { timeMs, mesh, task }) {
      if (isLookedAt(task, timeMs, before + record.count)) {
        record.add({ timeMs, gap: await readGap(frame, mesh, task), wanted: task.mouth.open });
      }
    },
    isShut: async (frame, mesh, task) => record.isShut(await readGap(frame, mesh, task)),
    samples: () => record.samples(),
  };
}
