/**
 * Distinguishes skin in shade from hair, which is as dark. Shaded skin keeps the hue of skin and is smooth; hair has
 * another hue or saturation, or strands.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { ColourSample } from './read-frame-colour.ts';

/** Face in a frame. */
export interface ShadedView {
  readonly frame: I420Frame;
  /** x, y and z of every mesh point in the frame. */
  readonly mesh: Float32Array;
  /** Luma of black. */
  readonly black: number;
}

/** Measures shade on faces; keeps the skin of the last one. */
export interface ShadeMeter {
  /** Sets the colour of lit skin, and the mesh points that show it. */
  setSkin(view: ShadedView, skin: Readonly<ColourSample>, points: Uint16Array): void;
  /** Returns the certainty that a dark colour at a mesh point is skin in shade, 0..1. */
  measure(view: ShadedView, colour: Readonly<ColourSample>, point: number): number;
}

/**
 * Saturation, relative to that of lit skin, over which a colour becomes that of skin, and over which it becomes too
 * vivid: skin in shade is up to 1.5 times as saturated as beside hard light, brown and red hair more than that.
 */
const PALE = [0.65, 0.95] as const;
const VIVID = [1.45, 1.7] as const;
/**
 * Increase of the latter in deep shade, as a fraction, and the light relative to lit skin over which it comes: in the
 * shade of hard light, and the more in frames with much contrast, skin is up to twice as saturated.
 */
const MORE_VIVID = 0.5;
const DEEP = [0.2, 0.6] as const;
/** Deviation from the hue of skin, as a fraction of its saturation, over which a colour becomes another one. */
const OTHER_HUE = [0.1, 0.2] as const;
/** Roughness without grain, as a fraction of luma, over which skin becomes strands: that of skin is below 0.01. */
const STRANDS = [0.02, 0.04] as const;
/** Light relative to lit skin below which skin cannot be distinguished, and from which it can. */
const DARKEST = [0.1, 0.2] as const;
/** Number of samples on each side of a point, and their distance as a fraction of the face's height. */
const SAMPLES = 3;
const DISTANCE = 0.005;
/** Upper and lower end of a face. */
const [TOP, BOTTOM] = [10, 152];

/** Creates a meter. */
export function createShadeMeter(): ShadeMeter {
  const skin = { luma: 1, u: 0, v: 0, square: 1 };
  const found = new Float32Array(MESH_POINT_COUNT);
  let grain = 0;
  let distance = 1;
  return {
    setSkin(view, { y, u, v }, points) {
      skin.luma = Math.max(1, y - view.black);
      skin.u = u - 128;
      skin.v = v - 128;
      skin.square = Math.max(1, skin.u ** 2 + skin.v ** 2);
      distance = DISTANCE * computeHeight(view.mesh);
      const rough = found.subarray(0, points.length);
      for (let at = 0; at < points.length; at += 1) {
        rough[at] = measureRoughness(view, points[at], distance);
      }
      grain = rough.toSorted()[points.length >> 1];
    },
    measure(view, { y, u, v }, point) {
      const light = Math.max(1, y - view.black) / skin.luma;
      const saturation = ((u - 128) * skin.u + (v - 128) * skin.v) / skin.square / light;
      const hue = ((u - 128) * skin.v - (v - 128) * skin.u) / skin.square / light;
      const deep = 1 - smoothstep(DEEP[0], DEEP[1], light);
      const vivid = saturation / (1 + MORE_VIVID * deep);
      const isSkin =
        smoothstep(DARKEST[0], DARKEST[1], light) *
        smoothstep(PALE[0], PALE[1], saturation) *
        (1 - smoothstep(VIVID[0], VIVID[1], vivid)) *
        (1 - smoothstep(OTHER_HUE[0], OTHER_HUE[1], Math.abs(hue)));
      if (isSkin === 0) {
        return 0;
      }
      const rough = (measureRoughness(view, point, distance) - grain) / (light * skin.luma);
      return isSkin * (1 - smoothstep(STRANDS[0], STRANDS[1], rough));
    },
  };
}

function computeHeight(mesh: Float32Array): number {
  const across = mesh[BOTTOM * 3] - mesh[TOP * 3];
  const down = mesh[BOTTOM * 3 + 1] - mesh[TOP * 3 + 1];
  return Math.sqrt(across * across + down * down);
}

/** Returns the mean difference of luma between a pixel around a mesh point and its neighbours. */
function measureRoughness({ frame, mesh }: ShadedView, point: number, distance: number): number {
  const { y, strideY, width, height } = frame;
  let sum = 0;
  for (let row = -SAMPLES; row <= SAMPLES; row += 1) {
    const down = clamp(Math.round(mesh[point * 3 + 1] + row * distance), 1, height - 2);
    for (let column = -SAMPLES; column <= SAMPLES; column += 1) {
      const across = clamp(Math.round(mesh[point * 3] + column * distance), 1, width - 2);
      const at = down * strideY + across;
      const around = y[at - 1] + y[at + 1] + y[at - strideY] + y[at + strideY];
      sum += Math.abs(around / 4 - y[at]);
    }
  }
  return sum / (2 * SAMPLES + 1) ** 2;
}
