import type { I420Frame } from '../pixels/frame.ts';
import { selectYuvConversion } from '../pixels/yuv.ts';
import { FOREHEAD_TOP, LEFT_EYE, RIGHT_EYE } from '../track/mesh-points.ts';
import { BRIDGE_REACH, NOSE_BRIDGE, readBridgeContrast } from '../track/nose-bridge.ts';

/** Visible flaws of a swapped face; larger is worse. */
export interface FaceFlaws {
  /** Angle between the photo's view and that of the result, in degrees: the far side had to be completed. */
  readonly turnDegrees: number;
  /**
   * Unevenness of the forehead in the result, relative to the light of the cheeks: seams, stains, hair, the shade of a
   * cap.
   */
  readonly foreheadTexture: number;
  /**
   * Difference in light between the cheeks of the photo, relative to their mean: hair over a face, light from one side.
   */
  readonly cheekDifference: number;
  /** Fraction of the photo's forehead in the shade of a cap or under hair. */
  readonly foreheadShade: number;
  /** Mean distance between the eyes of the result and those of the original, in face widths. */
  readonly eyeOffset: number;
  /**
   * Contrast of a line across the bridge of the nose in the photo, relative to the light there: glasses, which are
   * drawn like skin.
   */
  readonly bridgeContrast: number;
  /** Certainty that the original face wears glasses, 0..1: their frames stay unless the photo has glasses. */
  readonly targetGlasses: number;
}

/** The sides of a face, and its lower end. */
const LEFT_SIDE = 234;
const RIGHT_SIDE = 454;
const CHIN = 152;
const FOREHEAD = [68, 69, 104, 108, 151, 298, 299, 333, 337];
/** Forehead samples: these points, and the middle between any two of them. */
const FOREHEAD_PAIRS = FOREHEAD.flatMap((one, index) =>
  FOREHEAD.slice(index).map((other) => [one, other] as const),
);
const LEFT_CHEEK = [
  36, 50, 100, 101, 111, 116, 117, 118, 119, 120, 123, 147, 187, 203, 205, 206, 207,
];
const RIGHT_CHEEK = [
  266, 280, 329, 330, 340, 345, 346, 347, 348, 349, 352, 376, 411, 423, 425, 426, 427,
];
/** Distance between samples of the bridge, and half of its width, in face widths. */
const BRIDGE_STEP = 0.004;
const BRIDGE_WIDTH = 0.015;
const EYES = [...LEFT_EYE, ...RIGHT_EYE];
/** Radius over which light is averaged, and distance to both sides at which it is compared, in face widths. */
const SPOT = 0.012;
const STEP = 0.016;
/** Light relative to the cheeks below which a forehead is shaded. */
const SHADE = 0.7;
/** Minimum light of the cheeks (0..255): on a black face noise would count as a pattern. */
const MIN_LIGHT = 12;

/** Returns the angle between the directions of two meshes (x, y, z per point), in degrees; roll does not count. */
export function measureTurn(one: Float32Array, other: Float32Array): number {
  return Math.hypot(
    computeAngle(one, LEFT_SIDE, RIGHT_SIDE) - computeAngle(other, LEFT_SIDE, RIGHT_SIDE),
    computeAngle(one, FOREHEAD_TOP, CHIN) - computeAngle(other, FOREHEAD_TOP, CHIN),
  );
}

/** See {@link FaceFlaws.foreheadTexture}. */
export function measureForehead(frame: I420Frame, mesh: Float32Array): number {
  const luma = readLuma(frame);
  const step = STEP * computeWidth(mesh);
  let sum = 0;
  for (const pair of FOREHEAD_PAIRS) {
    const { x, y } = computeMiddle(mesh, pair);
    sum += Math.abs(luma(x + step, y) - luma(x - step, y));
    sum += Math.abs(luma(x, y + step) - luma(x, y - step));
  }
  const { light } = measureCheeks(frame, mesh);
  return sum / FOREHEAD_PAIRS.length / Math.max(MIN_LIGHT, light);
}

/** See {@link FaceFlaws.cheekDifference}. */
export function measureCheekDifference(frame: I420Frame, mesh: Float32Array): number {
  const { left, right, light } = measureCheeks(frame, mesh);
  return Math.abs(left - right) / Math.max(MIN_LIGHT, light);
}

/** See {@link FaceFlaws.foreheadShade}. */
export function measureForeheadShade(frame: I420Frame, mesh: Float32Array): number {
  const luma = readLuma(frame);
  const { light } = measureCheeks(frame, mesh);
  const spot = SPOT * computeWidth(mesh);
  const shaded = FOREHEAD_PAIRS.filter(
    (pair) => spotLight(luma, { ...computeMiddle(mesh, pair), spot }) < SHADE * light,
  );
  return shaded.length / FOREHEAD_PAIRS.length;
}

/** See {@link FaceFlaws.eyeOffset}. */
export function measureEyeOffset(before: Float32Array, after: Float32Array): number {
  const sum = EYES.reduce(
    (total, point) =>
      total +
      Math.hypot(
        after[point * 3] - before[point * 3],
        after[point * 3 + 1] - before[point * 3 + 1],
      ),
    0,
  );
  return sum / EYES.length / Math.max(1, computeWidth(before));
}

/** See {@link FaceFlaws.bridgeContrast}. */
export function measureBridge(frame: I420Frame, mesh: Float32Array): number {
  const luma = readLuma(frame);
  const acrossX = (mesh[RIGHT_SIDE * 3] - mesh[LEFT_SIDE * 3]) * BRIDGE_WIDTH;
  const acrossY = (mesh[RIGHT_SIDE * 3 + 1] - mesh[LEFT_SIDE * 3 + 1]) * BRIDGE_WIDTH;
  const lights = NOSE_BRIDGE.slice(1).flatMap((to, index) => {
    const from = NOSE_BRIDGE[index];
    const [fromX, fromY] = [mesh[from * 3], mesh[from * 3 + 1]];
    const [downX, downY] = [mesh[to * 3] - fromX, mesh[to * 3 + 1] - fromY];
    const steps = Math.max(
      1,
      Math.round(Math.hypot(downX, downY) / (BRIDGE_STEP * computeWidth(mesh))),
    );
    return Array.from({ length: steps }, (_, step) => {
      const x = fromX + (downX * step) / steps;
      const y = fromY + (downY * step) / steps;
      return (luma(x, y) + luma(x - acrossX, y - acrossY) + luma(x + acrossX, y + acrossY)) / 3;
    });
  });
  return readBridgeContrast(lights, Math.round(BRIDGE_REACH / BRIDGE_STEP));
}

function computeAngle(mesh: Float32Array, from: number, to: number): number {
  const flat = Math.hypot(mesh[to * 3] - mesh[from * 3], mesh[to * 3 + 1] - mesh[from * 3 + 1]);
  return (Math.atan2(mesh[to * 3 + 2] - mesh[from * 3 + 2], flat) * 180) / Math.PI;
}

/** Returns the width of a face, independent of its yaw. */
function computeWidth(mesh: Float32Array): number {
  return Math.hypot(
    mesh[RIGHT_SIDE * 3] - mesh[LEFT_SIDE * 3],
    mesh[RIGHT_SIDE * 3 + 1] - mesh[LEFT_SIDE * 3 + 1],
    mesh[RIGHT_SIDE * 3 + 2] - mesh[LEFT_SIDE * 3 + 2],
  );
}

/** Returns the middle of two points of a mesh, without depth. */
function computeMiddle(
  mesh: Float32Array,
  [one, other]: readonly [number, number],
): { readonly x: number; readonly y: number } {
  return {
    x: (mesh[one * 3] + mesh[other * 3]) / 2,
    y: (mesh[one * 3 + 1] + mesh[other * 3 + 1]) / 2,
  };
}

/** Returns the mean light of each cheek, and `light` of both, 0..255. */
function measureCheeks(
  frame: I420Frame,
  mesh: Float32Array,
): { readonly left: number; readonly right: number; readonly light: number } {
  const luma = readLuma(frame);
  const spot = SPOT * computeWidth(mesh);
  const meanOf = (points: readonly number[]): number => {
    let sum = 0;
    for (const point of points) {
      sum += spotLight(luma, { x: mesh[point * 3], y: mesh[point * 3 + 1], spot });
    }
    return sum / points.length;
  };
  const [left, right] = [meanOf(LEFT_CHEEK), meanOf(RIGHT_CHEEK)];
  return { left, right, light: (left + right) / 2 };
}

function spotLight(
  luma: (x: number, y: number) => number,
  { x, y, spot }: { readonly x: number; readonly y: number; readonly spot: number },
): number {
  const around = luma(x - spot, y) + luma(x + spot, y) + luma(x, y - spot) + luma(x, y + spot);
  return (luma(x, y) + around) / 5;
}

/** Returns luma of full range at the nearest pixel, clamped to the frame. */
function readLuma(frame: I420Frame): (x: number, y: number) => number {
  const { lumaOffset, lumaScale } = selectYuvConversion(frame);
  return (x, y) => {
    const column = Math.max(0, Math.min(frame.width - 1, Math.round(x)));
    const row = Math.max(0, Math.min(frame.height - 1, Math.round(y)));
    return (frame.y[row * frame.strideY + column] - lumaOffset) * lumaScale;
  };
}
