/**
 * Chooses which still of a character each frame shows, by the yaw of the driver's torso. The cheapest sequence for a
 * scene is found (Viterbi): each frame costs by the angle of its still, and each change costs, so that stills neither
 * flicker at a border nor appear for a moment only.
 */
import { smoothstep } from '../../vision/math.ts';

/** The side from which a still shows a character; left and right are the directions in which it looks in the image. */
const bodyViews = ['front', 'right', 'left', 'back'] as const;

/** One of {@link bodyViews}. */
export type BodyView = (typeof bodyViews)[number];

/** A frame of a driver. */
export interface TurnedFrame {
  /** Yaw as returned by `findTorsoYaws`. */
  readonly yaw: number;
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Index of the scene, from 0; changes at a cut cost nothing and do not dissolve. */
  readonly scene: number;
}

/** The still that a frame shows. */
export interface ShownView {
  readonly view: BodyView;
  /** The other still of a dissolve and its weight, 0..0.5; null for none. */
  readonly other: { readonly view: BodyView; readonly weight: number } | null;
}

const yaws: Readonly<Record<BodyView, number>> = {
  front: 0,
  right: Math.PI / 2,
  left: -Math.PI / 2,
  back: Math.PI,
};
/**
 * Cost of a change, in seconds of a still that is a quarter turn off; turns shorter than about twice this are not
 * followed.
 */
const CHANGE_SEC = 0.12;
/** Additional cost of a mirrored front for a back view: worse than a back, better than a side. */
const MIRRORED = 0.2;
/** Duration of a dissolve in seconds. */
const DISSOLVE_SEC = 0.16;

/** Chooses the still of each frame among the available ones; `front` always is. */
export function chooseViews(
  frames: readonly TurnedFrame[],
  available: readonly BodyView[],
): readonly ShownView[] {
  const views = bodyViews.filter((view) => view === 'front' || available.includes(view));
  const chosen = findCheapest(frames, views);
  return frames.map((frame, index) => {
    const view = chosen[index] ?? 'front';
    return { view, other: findOther(frames, chosen, { frame, view, index }) };
  });
}

/** Returns how far a still is from the yaw of a torso, 0..2. */
function computeCost(view: BodyView, yaw: number): number {
  const off = 1 - Math.cos(yaw - yaws[view]);
  return view === 'front' ? Math.min(off, 1 + Math.cos(yaw) + MIRRORED) : off;
}

function findCheapest(
  frames: readonly TurnedFrame[],
  views: readonly BodyView[],
): readonly BodyView[] {
  let costs = views.map(() => 0);
  const before: (readonly number[])[] = [];
  frames.forEach(({ yaw, durationUs, scene }, index) => {
    const change = frames[index - 1]?.scene === scene ? CHANGE_SEC : 0;
    const cheapest = costs.indexOf(Math.min(...costs));
    const from = views.map((_, at) =>
      (costs[at] ?? 0) <= (costs[cheapest] ?? 0) + change ? at : cheapest,
    );
    costs = views.map((view, at) => {
      const last = from[at] ?? at;
      const changed = last === at ? 0 : change;
      return (costs[last] ?? 0) + changed + (computeCost(view, yaw) * durationUs) / 1e6;
    });
    before.push(from);
  });
  let at = costs.indexOf(Math.min(...costs));
  const chosen: BodyView[] = [];
  for (const from of before.toReversed()) {
    chosen.push(views[at] ?? 'front');
    at = from[at] ?? at;
  }
  return chosen.toReversed();
}

/** Returns the other still of a dissolve if the frame is near a change; of two changes the nearer counts. */
function findOther(
  frames: readonly TurnedFrame[],
  chosen: readonly BodyView[],
  {
    frame,
    view,
    index,
  }: { readonly frame: TurnedFrame; readonly view: BodyView; readonly index: number },
): ShownView['other'] {
  const middleUs = frame.timestampUs + frame.durationUs / 2;
  const reachUs = (DISSOLVE_SEC * 1e6) / 2;
  const near: NonNullable<ShownView['other']>[] = [];
  for (const step of [-1, 1]) {
    for (let at = index + step; frames[at]?.scene === frame.scene; at += step) {
      const edge = frames[step < 0 ? at + 1 : at];
      const awayUs = Math.abs(middleUs - (edge?.timestampUs ?? 0));
      if (awayUs >= reachUs) {
        break;
      }
      const other = chosen[at];
      if (other !== undefined && other !== view) {
        near.push({ view: other, weight: 0.5 * (1 - smoothstep(0, reachUs, awayUs)) });
        break;
      }
    }
  }
  return near.toSorted((one, two) => two.weight - one.weight)[0] ?? null;
}
