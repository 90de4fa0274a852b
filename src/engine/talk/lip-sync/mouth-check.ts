import { toFrontalShape } from '../../face/shape/face-shape.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion } from '../../pixels/region.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { FaceMeter } from '../../track/face-meter.ts';
import { setRegionOfMesh } from '../../track/face-region.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, deviation, mean } from '../../vision/math.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { measureMouth } from '../mouth/measures.ts';
import type { LipTask } from './lip-plan.ts';

/** What was found in the frames of a result, by the network that places meshes. */
export interface MouthFigures {
  /** Sounds that need closed lips, of those that fall on a mouth that is to be seen, and how many have them. */
  readonly closures: { readonly count: number; readonly closed: number };
  /** How much later lips move than they are to; null where too little moved. */
  readonly offsetMs: number | null;
  /** Pearson's correlation of the gap with what it was to be; null where too little moved. */
  readonly correlation: number | null;
}

/** Looks at mouths as they are drawn. */
export interface MouthCheck {
  /** Looks at a frame that is done; it must not be changed until this is answered. */
  add(
    frame: I420Frame,
    at: { readonly timeMs: number; readonly mesh: Float32Array; readonly task: LipTask },
  ): Promise<void>;
  summarise(visemes: readonly VisemeSpan[]): MouthFigures;
}

/** Lips that are no further apart (widths) are closed to the eye. */
const CLOSED_GAP = 0.03;
/** Frames that are looked at for time and amount; closures are looked at to the end. */
const MOST_FRAMES = 750;
const MOST_LAG = 5;
/** Frames without which nothing can be said. */
const LEAST_FRAMES = 12;
const LEAST_DEVIATION = 0.01;

interface MeasuredMouth {
  readonly timeMs: number;
  readonly gap: number;
  readonly wanted: number;
}

/** Of a single frame nothing tells how long it lasts. */
const USUAL_FRAME_MS = 40;

/** A check with the networks of a meter. */
export function createMouthCheck(
  meter: Pick<FaceMeter, 'locate'>,
  canonicalFace: CanonicalFace,
): MouthCheck {
  const measured: MeasuredMouth[] = [];
  const region = createRegion();
  let frameMs = Number.POSITIVE_INFINITY;
  return {
    async add(frame, { timeMs, mesh, task }) {
      const { visible, isClosed, mouth, face } = task;
      if (visible < 1 || (measured.length >= MOST_FRAMES && !isClosed)) {
        return;
      }
      setRegionOfMesh(region, mesh);
      const found = await meter.locate(frame, region);
      const landmarks = found.subarray(0, MESH_POINT_COUNT * 3);
      const { open } = measureMouth(toFrontalShape({ landmarks, pose: face.pose }, canonicalFace));
      const last = measured.at(-1);
      frameMs = last === undefined ? frameMs : Math.min(frameMs, timeMs - last.timeMs);
      measured.push({ timeMs, gap: open, wanted: mouth.open });
    },
    summarise(visemes) {
      const stepMs = Number.isFinite(frameMs) ? frameMs : USUAL_FRAME_MS;
      const gaps = visemes
        .filter(({ viseme }) => viseme === 'PP')
        .flatMap(({ startMs, endMs }) => {
          const within = measured.filter(
            ({ timeMs }) => timeMs > startMs - stepMs / 2 && timeMs < endMs + stepMs / 2,
          );
          return within.length === 0 ? [] : [Math.min(...within.map(({ gap }) => gap))];
        });
      return {
        closures: { count: gaps.length, closed: gaps.filter((gap) => gap <= CLOSED_GAP).length },
        ...compare(measured.slice(0, MOST_FRAMES), stepMs),
      };
    },
  };
}

/** The delay at which gaps are most like what was wanted (a parabola through the best three), and how much that is. */
function compare(
  measured: readonly MeasuredMouth[],
  frameMs: number,
): Pick<MouthFigures, 'offsetMs' | 'correlation'> {
  const gaps = measured.map(({ gap }) => gap);
  const wanted = measured.map((one) => one.wanted);
  if (measured.length < LEAST_FRAMES || deviation(wanted) < LEAST_DEVIATION) {
    return { offsetMs: null, correlation: null };
  }
  const most = Math.min(MOST_LAG, Math.floor(measured.length / 3));
  const at = (lag: number): number =>
    correlate(
      gaps.slice(Math.max(0, lag), gaps.length + Math.min(0, lag)),
      wanted.slice(Math.max(0, -lag), wanted.length - Math.max(0, lag)),
    );
  let best = 0;
  for (let lag = -most; lag <= most; lag += 1) {
    best = at(lag) > at(best) ? lag : best;
  }
  const [before, top, after] = [at(best - 1), at(best), at(best + 1)];
  const bend = before - 2 * top + after;
  // At the last delay that is tried there may be no top between its neighbours.
  const shift = bend < 0 ? clamp((before - after) / (2 * bend), -0.5, 0.5) : 0;
  return { offsetMs: (best + shift) * frameMs, correlation: top };
}

function correlate(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const products = a.map((value, index) => (value - meanA) * (b[index]! - meanB));
  return mean(products) / (deviation(a) * deviation(b) || 1);
}
