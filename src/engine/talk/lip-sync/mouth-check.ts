import { toFrontalShape } from '../../face/shape/face-shape.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion } from '../../pixels/region.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FaceMeter } from '../../track/face-meter.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import { createMouthRecord, type MouthSamples, mostShut } from '../check/mouth-record.ts';
import { measureMouth, subtractMouth } from '../mouth/measures.ts';
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

/** Frames that are looked at for time and amount; closures are looked at to the end. */
const MOST_FRAMES = 750;
/** Lips of the clip that are so near to their rest (widths) are shut. */
const SHUT = 0.008;

type Looked = Pick<LipTask, 'visible' | 'isClosed'>;

function isLookedAt({ visible, isClosed }: Looked, before: number): boolean {
  return visible === 1 && (before < MOST_FRAMES || isClosed);
}

/** How many frames of these are looked at. */
export function countMeasured(tasks: readonly (Looked | null)[]): number {
  return tasks.reduce(
    (count, task) => count + (task !== null && isLookedAt(task, count) ? 1 : 0),
    0,
  );
}

/** A check with a network that places meshes; `before` frames were looked at in other parts of the result. */
export function createMouthCheck(
  meter: Pick<FaceMeter, 'locate'>,
  canonicalFace: CanonicalFace,
  before = 0,
): MouthCheck {
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
      if (isLookedAt(task, before + record.count)) {
        record.add({ timeMs, gap: await readGap(frame, mesh, task), wanted: task.mouth.open });
      }
    },
    isShut: async (frame, mesh, task) => record.isShut(await readGap(frame, mesh, task)),
    samples: () => record.samples(),
  };
}
