import { toFrontalShape } from '../../face/shape/face-shape.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion } from '../../pixels/region.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FaceMeter } from '../../track/face-meter.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import { createMouthRecord, type MouthSamples, maxShut } from '../check/mouth-record.ts';
import { toPlainGap } from '../check/plain-gap.ts';
import { measureMouth, subtractMouth } from '../mouth/measures.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { computeMiddleMs, type PlannedFrame } from './frame-plan.ts';
import type { LipTask } from './lip-plan.ts';

/** Measures mouths in finished frames. */
export interface MouthCheck {
  /**
   * Measures an unmodified frame if its lips are shut, since the network sees some of those slightly open. Returns null
   * where there is nothing to measure; otherwise the frame must not change until the promise settles.
   */
  addShut(frame: I420Frame, task: LipTask): Promise<void> | null;
  /** Measures a finished frame; it must not change until the promise settles. */
  add(
    frame: I420Frame,
    at: { readonly timeMs: number; readonly mesh: Float32Array; readonly task: LipTask },
  ): Promise<void>;
  /** Returns whether the lips of a drawn frame meet; it must not change until the promise settles. */
  isShut(frame: I420Frame, mesh: Float32Array, task: LipTask): Promise<boolean>;
  samples(): MouthSamples;
}

/** Maximum number of frames for delay and correlation; closures are measured to the end, except pauses. */
const MAX_FRAMES = 750;
/** Tolerance around a sound, which may be shorter than a frame. */
const BESIDE_MS = 40;
/** Difference from rest, in widths, up to which lips of the clip count as shut. */
const SHUT = 0.008;

type Looked = Pick<LipTask, 'visible' | 'isClosed'>;

/** Creates a predicate that selects frames to measure by the number measured before. */
function createChoice(
  visemes: readonly VisemeSpan[],
): (task: Looked, timeMs: number, before: number) => boolean {
  const pressed = visemes.filter(({ viseme }) => viseme === 'PP');
  return ({ visible, isClosed }, timeMs, before) =>
    visible === 1 &&
    (before < MAX_FRAMES ||
      (isClosed &&
        pressed.some(
          ({ startMs, endMs }) => timeMs > startMs - BESIDE_MS && timeMs < endMs + BESIDE_MS,
        )));
}

/** Counts the measured frames of a plan before an index. */
export function countMeasured(
  tasks: readonly (Looked | null)[],
  frames: readonly PlannedFrame[],
  { visemes, from }: { readonly visemes: readonly VisemeSpan[]; readonly from: number },
): number {
  const isChecked = createChoice(visemes);
  let count = 0;
  for (let at = 0; at < from; at += 1) {
    const task = tasks[at] ?? null;
    count += task !== null && isChecked(task, computeMiddleMs(frames[at]!), count) ? 1 : 0;
  }
  return count;
}

/**
 * Creates a check with a mesh network for frames of speech with these visemes; `before` is the number of frames
 * measured in other parts of the result.
 */
export function createMouthCheck(
  meter: Pick<FaceMeter, 'locate'>,
  canonicalFace: CanonicalFace,
  { visemes, before = 0 }: { readonly visemes: readonly VisemeSpan[]; readonly before?: number },
): MouthCheck {
  const isChecked = createChoice(visemes);
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
        shut === maxShut ||
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
      if (isChecked(task, timeMs, before + record.count)) {
        const wanted = toPlainGap(task.mouth.open);
        record.add({ timeMs, gap: await readGap(frame, mesh, task), wanted });
      }
    },
    isShut: async (frame, mesh, task) => record.isShut(await readGap(frame, mesh, task)),
    samples: () => record.samples(),
  };
}
