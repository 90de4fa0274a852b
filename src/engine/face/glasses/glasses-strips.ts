/**
 * Places where frames of glasses may run over a face: a ring around each eye, a strip over the bridge of the nose, and
 * one from each eye to the outline. Each is a row of lines across the expected path, with samples along every line.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';

/** Row of lines across the expected path of a frame. */
export interface GlassesStrip {
  readonly kind: 'lens' | 'bridge' | 'arm';
  /** Number of lines, and of samples along each. */
  readonly lines: number;
  readonly samples: number;
  /** Three mesh points and their weights per sample, line by line. */
  readonly corners: Uint16Array;
  readonly weights: Float32Array;
  /** Prior of a frame per sample, 0..1: 0 on lids and beyond the middle of the face, low on brows. */
  readonly prior: Float32Array;
}

/** Distance between samples of a line, as a fraction of the texture. */
export const SAMPLE_STEP = 0.005;
const LENS_LINES = 40;
const BRIDGE_LINES = 9;
const ARM_LINES = 10;
/** Lines of all strips: both lenses, the bridge, both arms. */
export const STRIP_LINES = [LENS_LINES, LENS_LINES, BRIDGE_LINES, ARM_LINES, ARM_LINES] as const;
/**
 * Distances from the middle of an eye, from the lids, and beyond the middle of the face, which the glasses of a turned
 * head cross, as fractions of the texture.
 */
const LENS_RADII = [0.05, 0.195] as const;
const FROM_LIDS = [0.012, 0.024] as const;
const BEYOND_MIDDLE = [-0.05, -0.035] as const;
/** Prior of a frame on a brow, and the distance from its points over which it rises. */
const ON_BROW = 0.45;
const FROM_BROW = [0.008, 0.022] as const;
/** Distance of the inner and outer ends of lenses from the middle of an eye, and heights beside it. */
const INNER_END = 0.085;
const BRIDGE_HEIGHTS = [-0.09, 0.06] as const;
const OUTER_END = 0.1;
const ARM_HEIGHTS = [-0.12, 0.06] as const;
/** Minimum of twice the area of a triangle, in the texture. */
const MIN_AREA = 1e-9;

/** The strip over the bridge of the nose, which says whether the others are needed at all. */
export const bridgeStripOf = memoisePerFace((face: CanonicalFace): GlassesStrip => {
  const [[left], [right]] = middlesOfEyes(face);
  return createOpenStrip(face, {
    kind: 'bridge',
    lines: BRIDGE_LINES,
    range: BRIDGE_HEIGHTS,
    from: left + INNER_END,
    to: right - INNER_END,
  });
});

/** All strips of a face, in the order of {@link STRIP_LINES}. */
export const glassesStripsOf = memoisePerFace((face: CanonicalFace): readonly GlassesStrip[] => {
  const eyes = middlesOfEyes(face);
  const oval = FACE_OVAL.map((point) => face.texture[point * 2]);
  const lenses = eyes.map(([x, y]) => {
    const placeOf = (line: number, along: number): Place => {
      const angle = (2 * Math.PI * line) / LENS_LINES;
      return [x + along * Math.cos(angle), y + along * Math.sin(angle)];
    };
    const shape = { kind: 'lens', lines: LENS_LINES, range: LENS_RADII, placeOf } as const;
    return createStrip(face, {
      ...shape,
      middle: (place) => (0.5 - place[0]) * Math.sign(0.5 - x),
    });
  });
  const arm = { kind: 'arm', lines: ARM_LINES, range: ARM_HEIGHTS } as const;
  const [[left], [right]] = eyes;
  return [
    ...lenses,
    bridgeStripOf(face),
    createOpenStrip(face, { ...arm, from: left - OUTER_END, to: Math.min(...oval) }),
    createOpenStrip(face, { ...arm, from: right + OUTER_END, to: Math.max(...oval) }),
  ];
});

function middlesOfEyes({ texture }: CanonicalFace): readonly [Place, Place] {
  return [computeMiddle(texture, LEFT_EYE), computeMiddle(texture, RIGHT_EYE)];
}

/** Creates a strip of upright lines at the height of the eyes. */
function createOpenStrip(
  face: CanonicalFace,
  {
    from,
    to,
    ...shape
  }: Pick<StripShape, 'kind' | 'lines' | 'range'> & {
    /** Column of the first and of the last line. */
    readonly from: number;
    readonly to: number;
  },
): GlassesStrip {
  const [[, left], [, right]] = middlesOfEyes(face);
  const height = (left + right) / 2;
  return createStrip(face, {
    ...shape,
    placeOf: (line, along) => [from + ((to - from) * line) / (shape.lines - 1), height + along],
    middle: () => 1,
  });
}

type Place = readonly [x: number, y: number];

type Range = readonly [from: number, to: number];

/** Row of lines over the texture. */
interface StripShape {
  readonly kind: GlassesStrip['kind'];
  readonly lines: number;
  readonly range: Range;
  /** Returns the place of a sample on a line. */
  readonly placeOf: (line: number, along: number) => Place;
  /** Returns the distance of a place from the middle of the face, below 0 beyond it. */
  readonly middle: (place: Place) => number;
}

function createStrip(
  face: CanonicalFace,
  { kind, lines, range: [from, to], placeOf, middle }: StripShape,
): GlassesStrip {
  const samples = Math.round((to - from) / SAMPLE_STEP) + 1;
  const corners = new Uint16Array(lines * samples * 3);
  const weights = new Float32Array(lines * samples * 3);
  const prior = new Float32Array(lines * samples);
  const priorAt = createPrior(face, middle);
  for (let at = 0; at < lines * samples; at += 1) {
    const place = placeOf(Math.floor(at / samples), from + (at % samples) * SAMPLE_STEP);
    prior[at] = priorAt(place);
    findTriangle(
      face,
      place,
      corners.subarray(at * 3, at * 3 + 3),
      weights.subarray(at * 3, at * 3 + 3),
    );
  }
  return { kind, lines, samples, corners, weights, prior };
}

function createPrior({ texture }: CanonicalFace, fromMiddle: StripShape['middle']) {
  const lids = [...LEFT_EYE, ...RIGHT_EYE];
  const brows = [...LEFT_BROW, ...RIGHT_BROW];
  const distanceTo = (points: readonly number[], [x, y]: Place): number => {
    let square = Number.POSITIVE_INFINITY;
    for (const point of points) {
      const other = (texture[point * 2] - x) ** 2 + (texture[point * 2 + 1] - y) ** 2;
      square = Math.min(square, other);
    }
    return Math.sqrt(square);
  };
  return (place: Place): number => {
    const inner = smoothstep(...BEYOND_MIDDLE, fromMiddle(place));
    const brow = smoothstep(...FROM_BROW, distanceTo(brows, place));
    return (
      inner * smoothstep(...FROM_LIDS, distanceTo(lids, place)) * (ON_BROW + (1 - ON_BROW) * brow)
    );
  };
}

function computeMiddle(texture: Float32Array, points: readonly number[]): Place {
  const sum = [0, 0];
  for (const point of points) {
    sum[0] += texture[point * 2] / points.length;
    sum[1] += texture[point * 2 + 1] / points.length;
  }
  return [sum[0], sum[1]];
}

/** Finds the triangle at a place of the texture, or the nearest one, and the weights of its corners. */
function findTriangle(
  { texture, triangles }: CanonicalFace,
  [x, y]: Place,
  corners: Uint16Array,
  weights: Float32Array,
): void {
  let best = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < triangles.length && best < 0; at += 3) {
    const a = triangles[at] * 2;
    const b = triangles[at + 1] * 2;
    const c = triangles[at + 2] * 2;
    const ax = texture[a];
    const ay = texture[a + 1];
    const bx = texture[b] - ax;
    const by = texture[b + 1] - ay;
    const cx = texture[c] - ax;
    const cy = texture[c + 1] - ay;
    const area = bx * cy - by * cx;
    const ofB = ((x - ax) * cy - (y - ay) * cx) / area;
    const ofC = ((y - ay) * bx - (x - ax) * by) / area;
    // In units of length, so that slim triangles do not win from afar.
    const inside = Math.min(ofB, ofC, 1 - ofB - ofC) * Math.sqrt(Math.abs(area));
    if (Math.abs(area) > MIN_AREA && inside > best) {
      best = inside;
      corners[0] = triangles[at];
      corners[1] = triangles[at + 1];
      corners[2] = triangles[at + 2];
      weights[1] = clamp(ofB, -1, 2);
      weights[2] = clamp(ofC, -1, 2);
      weights[0] = 1 - weights[1] - weights[2];
    }
  }
}
