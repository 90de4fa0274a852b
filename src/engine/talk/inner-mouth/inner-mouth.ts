/**
 * The inside of a parted mouth: the portrait's own teeth where it shows some, otherwise a cavity with teeth and tongue
 * in colours derived from the skin. Upper teeth are fixed to the skull and lower ones follow the lower lip.
 */
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { smoothstep } from '../../vision/math.ts';
import {
  chooseMouthColours,
  type MouthColours,
  paintMouth,
  type Rgb,
  shadowAt,
  slitLightAt,
} from './mouth-colours.ts';
import {
  edgeAt,
  findLipEdges,
  findMouthOrigin,
  type HeadPosition,
  INNER_LIP_POINTS,
  type LipEdges,
  type MouthOrigin,
  type MouthPlane,
  moveToArch,
  projectMouthPlane,
} from './mouth-plane.ts';
import type { OwnTeeth } from './own-teeth.ts';
import { paintAlpha, type PixelBox } from './paint-alpha.ts';

/** Draws the inside of a mouth. */
export interface InnerMouth {
  /** Draws between the lips of a mesh (x, y, z per point, pixels of the frame). */
  draw(frame: I420Frame, head: DrawnHead, inside: DrawnInside): void;
}

/** Variable properties of the inside. */
export interface DrawnInside {
  /** Height of the tongue, 0..1. */
  readonly tongue: number;
  /** How little light falls through small lip gaps, 0..1; see `OpeningCurve`. */
  readonly shade: number;
}

/** Pose and mesh of a head as drawn in a frame. */
export interface DrawnHead {
  readonly position: HeadPosition;
  readonly mesh: Float32Array;
}

/** Inputs of a mouth's inside. */
export interface InnerMouthSource {
  /** Face with closed mouth. */
  readonly closed: FrontalShape;
  /** Head position in the source image. */
  readonly position: HeadPosition;
  /** Typical skin colour. */
  readonly skin: Rgb;
  /** Null where the image shows no teeth. */
  readonly ownTeeth: OwnTeeth | null;
  /** True when the image shows parted lips, so that it contains no line where they meet. */
  readonly isParted: boolean;
}

/** Scale of the teeth against a mouth of usual width. */
const TOOTH_SCALE = 0.97;
/**
 * Width of the soft edge over the lips, in pixels. The inside is opaque up to the edges of the lips: the lighter image below
 * would show as a dotted line there.
 */
const EDGE_PIXELS = 1.1;
/** Lip gaps at which the inside begins to show and is fully visible, in centimetres. */
const GAP_CM = [0.01, 0.06] as const;
const MIN_LOWER_LIP_CM = 0.1;
/** Opacity of the line between meeting lips. */
const LINE = 0.55;

/** Creates the inside of a mouth for a face. */
export function createInnerMouth(source: InnerMouthSource): InnerMouth {
  return new PaintedMouth(source);
}

interface Spot {
  x: number;
  v: number;
  over: number;
  under: number;
  lowerLip: number;
  tongue: number;
  light: number;
}

class PaintedMouth implements InnerMouth {
  readonly #origin: MouthOrigin;
  readonly #colours: MouthColours;
  readonly #ownTeeth: OwnTeeth | null;
  readonly #isParted: boolean;
  readonly #colour = new Float64Array(3);
  readonly #own = new Float64Array(3);
  readonly #point = { u: 0, v: 0 };
  readonly #spot: Spot = { x: 0, v: 0, over: 0, under: 0, lowerLip: 0, tongue: 0, light: 1 };
  #shade = 0;

  constructor({ closed, position, skin, ownTeeth, isParted }: InnerMouthSource) {
    this.#origin = findMouthOrigin(closed, position);
    this.#colours = chooseMouthColours(skin);
    this.#ownTeeth = ownTeeth;
    this.#isParted = isParted;
  }

  draw(frame: I420Frame, { position, mesh }: DrawnHead, { tongue, shade }: DrawnInside): void {
    const plane = projectMouthPlane(this.#origin, position);
    const edges = findLipEdges(mesh, plane);
    const soft = EDGE_PIXELS / position.scale;
    this.#spot.tongue = tongue;
    this.#shade = shade;
    this.#spot.lowerLip = Math.max(MIN_LOWER_LIP_CM, edgeAt(edges.lower, 0) || 0);
    const box = toBox(mesh, frame);
    const place = { x: 0, y: 0, soft };
    const alphaAt = (x: number, y: number): number => {
      place.x = x;
      place.y = y;
      return this.#paint(plane, edges, place);
    };
    paintAlpha(frame, box, { alphaAt, colour: this.#colour });
  }

  /** Returns the alpha of the inside at a pixel, 0..1, and sets its colour. */
  #paint(
    plane: MouthPlane,
    edges: LipEdges,
    { x, y, soft }: { readonly x: number; readonly y: number; readonly soft: number },
  ): number {
    const { a, b, c, d } = plane;
    const [dx, dy] = [x - plane.x, y - plane.y];
    const area = a * d - b * c;
    const u = (d * dx - b * dy) / area;
    const v = (a * dy - c * dx) / area;
    const over = v - edgeAt(edges.upper, u);
    const under = edgeAt(edges.lower, u) - v;
    // Edges are NaN beside the mouth.
    if (!(over > -soft && under > -soft)) {
      return 0;
    }
    const between = Math.min(1, over / soft + 1) * Math.min(1, under / soft + 1);
    const parted = smoothstep(...GAP_CM, over + under);
    const alpha = between * parted;
    const line = this.#isParted ? LINE * between * (1 - parted) : 0;
    if (line > alpha) {
      this.#paintLine();
      return line;
    }
    if (alpha > 0) {
      const spot = this.#spot;
      const point = this.#point;
      point.u = u;
      point.v = v;
      moveToArch(point, this.#origin, plane);
      spot.x = point.u / TOOTH_SCALE;
      spot.v = point.v;
      spot.over = over;
      spot.under = under;
      const shadow = shadowAt(over, under);
      const slit = slitLightAt(over + under, this.#shade);
      spot.light = shadow * slit;
      paintMouth(this.#colour, spot, this.#colours);
      // The portrait's teeth already contain the shadow of its lips, though not that of a narrower gap.
      this.#addOwnTeeth(u, v, (0.75 + 0.25 * shadow) * slit);
    }
    return alpha;
  }

  /** Sets the colour of the line where lips meet, which an image of parted lips lacks. */
  #paintLine(): void {
    const { flesh, dark } = this.#colours;
    for (let channel = 0; channel < 3; channel += 1) {
      this.#colour[channel] = (flesh[channel] + dark[channel]) / 2;
    }
  }

  #addOwnTeeth(u: number, v: number, gain: number): void {
    const weight = this.#ownTeeth?.sample(u, v, this.#own) ?? 0;
    if (weight === 0) {
      return;
    }
    for (let channel = 0; channel < 3; channel += 1) {
      const before = this.#colour[channel];
      this.#colour[channel] = before + (this.#own[channel] * gain - before) * weight;
    }
  }
}

function toBox(mesh: Float32Array, { width, height }: I420Frame): PixelBox {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const point of INNER_LIP_POINTS) {
    left = Math.min(left, mesh[point * 3]);
    right = Math.max(right, mesh[point * 3]);
    top = Math.min(top, mesh[point * 3 + 1]);
    bottom = Math.max(bottom, mesh[point * 3 + 1]);
  }
  return {
    left: Math.max(0, Math.floor(left) - 2) & ~1,
    top: Math.max(0, Math.floor(top) - 2) & ~1,
    right: Math.min(width, Math.ceil(right) + 2),
    bottom: Math.min(height, Math.ceil(bottom) + 2),
  };
}
