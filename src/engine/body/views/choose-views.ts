/**
 * Chooses which still of a character each frame shows, by the way the torso of the driver looks. The cheapest way through a
 * scene is found (Viterbi): frames cost by how far their still is off, and each change costs, so that nothing flickers about a
 * border and no still is shown for a moment only.
 */
import { smoothstep } from '../../vision/math.ts';

/** From where a still of a character shows it; left and right are where it looks in the picture. */
const bodyViews = ['front', 'right', 'left', 'back'] as const;

/** See {@link bodyViews}. */
export type BodyView = (typeof bodyViews)[number];

/** A frame of a driver. */
export interface TurnedFrame {
  /** See `findTorsoYaws`. */
  readonly yaw: number;
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Counts from 0; changes over a cut cost nothing, and nothing is dissolved there. */
  readonly scene: number;
}

/** Which still a frame shows. */
export interface ShownView {
  readonly view: BodyView;
  /** The other still that is seen while one dissolves into the next, and how much of it, 0..0.5; null for none. */
  readonly other: { readonly view: BodyView; readonly weight: number } | null;
}

const yaws: Readonly<Record<BodyView, number>> = {
  front: 0,
  right: Math.PI / 2,
  left: -Math.PI / 2,
  back: Math.PI,
};
/** What a change costs, in seconds of a still that is a quarter turn off: shorter turns than about twice this are not followed. */
const CHANGE_SEC = 0.12;
/** A front is shown in a mirror from behind: worse than a back, better than a side. */
const MIRRORED = 0.2;
/** One still dissolves into the next within so long. */
const DISSOLVE_SEC = 0.16;

/** The still of each frame, among those that there are; `front` always is. */
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

/** How far a still is off the way a torso looks, 0..2. */
function costOf(view: BodyView, yaw: number): number {
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
      return (costs[last] ?? 0) + changed + (costOf(view, yaw) * durationUs) / 1e6;
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

/** The still that a frame is near enough to a change with; of a change before it and one after it the nearer counts. */
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
