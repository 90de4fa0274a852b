/**
 * Finds glasses of a target, whose frames stay in front of the drawn face: a dark line across the bridge of the nose
 * gives the colour of the frames. If drawn over, they would end in stubs beside the face.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { NOSE_BRIDGE } from '../../track/nose-bridge.ts';
import { clamp, smoothingFactor, smoothstep } from '../../vision/math.ts';
import { oncePerFace } from '../shape/once-per-face.ts';
import { measureDistances } from '../shape/texture-distance.ts';
import { type SeenColour, readFrameColour } from './read-frame-colour.ts';

/** Glasses of a target. */
export interface TargetGlasses {
  /** Certainty that the target wears glasses, 0..1. */
  worn: number;
  /** Colour of the frames. */
  readonly colour: SeenColour;
}

/** Paths of mesh points from the lower lids down to the cheeks, with as many points as the path on the bridge. */
const BELOW_LEFT_EYE = [23, 230, 119, 101, 36, 205];
const BELOW_RIGHT_EYE = [253, 450, 348, 330, 266, 425];
/**
 * Contrasts of a dark line, as fractions of the mean light on its path, from which it may be a frame, and from which it
 * surely is: on the bridge, below the clearer eye, and below the other eye.
 */
const BRIDGE = [0.17, 0.27] as const;
const RIM = [0.12, 0.2] as const;
const BOTH_RIMS = [0.07, 0.12] as const;
/**
 * Steps of chroma from the mean on the bridge from which a line may be a reflection in the lenses, and from which it
 * surely is.
 */
const COLOURED = [30, 50] as const;
/** Yaw over which the rim of one eye becomes sufficient. */
const TURNED = [0.2, 0.35] as const;
/** Yaw over which glasses stop being found, as the bridge is seen in front of an eye or the background. */
const ASIDE = [0.55, 0.75] as const;
/** Samples between two points of a path, and sample distances at which lines of two widths are compared. */
const STEPS = 8;
const APART = [3, 6] as const;
const COUNT = (NOSE_BRIDGE.length - 1) * STEPS + 1;
const FOLLOW_US = 250_000;
const MIN_LIGHT = 12;
/** Distance of frames from the lids, and of their outer end, as fractions of the texture. */
const FROM_LIDS = [0.012, 0.03] as const;
const END = [0.13, 0.17] as const;
/** The same above the brows, and beside the eyes, where the arms of the glasses are. */
const ABOVE_BROWS = [0, 0.02] as const;
const TEMPLE = [0.05, 0.08] as const;

/** Creates an empty state. */
export function createTargetGlasses(): TargetGlasses {
  return { worn: 0, colour: { y: 0, u: 128, v: 128 } };
}

/** Face in a frame. */
interface GlassesView {
  readonly frame: I420Frame;
  /** x, y and z of every mesh point in the frame. */
  readonly mesh: Float32Array;
  /** Luma of black. */
  readonly black: number;
  readonly yaw: number;
}

/** Updates the glasses from a frame; `elapsedUs` is null when the face is new. */
export function followGlasses(
  glasses: TargetGlasses,
  view: GlassesView,
  elapsedUs: number | null,
): void {
  findLine(view, NOSE_BRIDGE);
  const bridge = smoothstep(BRIDGE[0], BRIDGE[1], line.contrast);
  const isKnown = glasses.worn > 0;
  const weight = smoothingFactor(elapsedUs, FOLLOW_US);
  let worn = 0;
  if (bridge > 0) {
    const { colour } = glasses;
    const { u: bridgeU, v: bridgeV, light } = line;
    readPath(view, NOSE_BRIDGE, line.at);
    const tint = Math.hypot(seen.u - bridgeU, seen.v - bridgeV);
    // Only the darkness of a line identifies a frame: reflections in lenses have the colour of lamps.
    const dark = clamp((seen.y - view.black) / Math.max(MIN_LIGHT, light), 0, 1);
    seen.u = 128 + (bridgeU - 128) * dark;
    seen.v = 128 + (bridgeV - 128) * dark;
    follow(colour, seen, isKnown ? weight : 1);
    findLine(view, BELOW_LEFT_EYE);
    const left = line.contrast;
    findLine(view, BELOW_RIGHT_EYE);
    const nearRim = smoothstep(RIM[0], RIM[1], Math.max(left, line.contrast));
    const bothRims = smoothstep(BOTH_RIMS[0], BOTH_RIMS[1], Math.min(left, line.contrast));
    const yaw = Math.abs(view.yaw);
    const turned = smoothstep(TURNED[0], TURNED[1], yaw);
    const rims = nearRim * (turned + (1 - turned) * bothRims);
    const plain = 1 - smoothstep(COLOURED[0], COLOURED[1], tint);
    worn = plain * bridge * rims * (1 - smoothstep(ASIDE[0], ASIDE[1], yaw));
  }
  glasses.worn += (worn - glasses.worn) * weight;
}

function follow(known: SeenColour, fresh: SeenColour, weight: number): void {
  known.y += (fresh.y - known.y) * weight;
  known.u += (fresh.u - known.u) * weight;
  known.v += (fresh.v - known.v) * weight;
}

/**
 * Strongest dark line: its contrast relative to the mean light of its path, its position, and the mean light and chroma
 * of that path.
 */
const line = { contrast: 0, at: 0, light: 0, u: 0, v: 0 };
/** Last reading. */
const seen = { y: 0, u: 0, v: 0 };
const lights = new Float32Array(COUNT);

/** Finds the strongest dark line across a path of mesh points. */
function findLine(view: GlassesView, path: readonly number[]): void {
  let light = 0;
  line.u = 0;
  line.v = 0;
  for (let at = 0; at < COUNT; at += 1) {
    readPath(view, path, at);
    lights[at] = seen.y - view.black;
    light += lights[at] / COUNT;
    line.u += seen.u / COUNT;
    line.v += seen.v / COUNT;
  }
  let hardest = 0;
  for (let width = 0; width < APART.length; width += 1) {
    const apart = APART[width];
    for (let at = apart; at < COUNT - apart; at += 1) {
      const darker = Math.min(lights[at - apart], lights[at + apart]) - lights[at];
      if (darker > hardest) {
        hardest = darker;
        line.at = at;
      }
    }
  }
  line.light = light;
  line.contrast = hardest / Math.max(MIN_LIGHT, light);
}

/** Reads the colour at one of the {@link COUNT} positions on a path. */
function readPath({ frame, mesh }: GlassesView, path: readonly number[], at: number): void {
  const index = Math.min(path.length - 2, Math.floor(at / STEPS));
  const from = path[index] * 3;
  const to = path[index + 1] * 3;
  const along = at / STEPS - index;
  const x = mesh[from] + (mesh[to] - mesh[from]) * along;
  const y = mesh[from + 1] + (mesh[to + 1] - mesh[from + 1]) * along;
  readFrameColour(frame, x, y, seen);
}

/** Weight of the area of frames of glasses, 0..1 per mesh point. */
export const glassesZoneOf = oncePerFace(({ texture }: CanonicalFace) => {
  const eyes = [...LEFT_EYE, ...RIGHT_EYE];
  const brows = [...LEFT_BROW, ...RIGHT_BROW];
  const heightsOf = (points: readonly number[]) => points.map((point) => texture[point * 2 + 1]);
  const browTop = Math.min(...heightsOf(brows));
  const eyeHeight = heightsOf(eyes).reduce((sum, height) => sum + height, 0) / eyes.length;
  const corner = Math.min(...eyes.map((point) => texture[point * 2]));
  return measureDistances(texture, eyes).map((distance, point) => {
    const [x, y] = [texture[point * 2], texture[point * 2 + 1]];
    const isBeside = Math.min(x, 1 - x) < corner;
    const temple = isBeside ? 1 - smoothstep(...TEMPLE, Math.abs(y - eyeHeight)) : 0;
    return (
      smoothstep(...FROM_LIDS, distance) *
      Math.max(1 - smoothstep(...END, distance), temple) *
      (1 - smoothstep(...ABOVE_BROWS, browTop - y))
    );
  });
});
