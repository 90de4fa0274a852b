/**
 * Keeps hair, leaves and other things that hang over the rim of a face in front of the drawing. Between the colour of
 * skin and that of the occluder (`rim-colours.ts`) every pixel is a mixture, as in matting along colour lines (Levin
 * 2008): its alpha is linear in luma and chroma. The coefficients change slowly over the face and over time, so single
 * strands are as fine as in the frame and the matte does not flicker. Where both colours are similar the matte stays
 * empty.
 */
import { type ArenaTriangles, storeTriangles } from '../../pixels/draw-triangles.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  NOSE,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureDistances, measureNearness } from '../shape/texture-distance.ts';
import { createFollowedHair, type FollowedHair } from './followed-hair.ts';
import {
  WARP_MAP_BYTES,
  WARP_MAP_STEP,
  computeWarpMapWidth,
  type FacePatch,
} from './face-patch.ts';
import { beardOf, besideFeaturesOf, weighRim } from './hanging-zone.ts';
import { CHROMA_UNIT, type RimColours } from './rim-colours.ts';

/** Mattes for the patches of one arena. */
export interface HairMatte {
  /** Confidence of the matte at every mesh point, 0..1; 0 where nothing can hang. */
  readonly believed: Float32Array;
  /** Sets the coefficients of the matte for a face turned by `yaw`; without `isSampled` the colours are the last ones. */
  learn(colours: RimColours, yaw: number, isSampled: boolean): void;
  /** Draws the coefficients for a patch, on the drawn mesh (x, y and z per point). */
  draw(patch: FacePatch, mesh: Float32Array): void;
  /** Lowers the mask of the patch at occluders, after its frame is warped. */
  lift(patch: FacePatch): void;
}

/** Light on the chin, as a fraction of that on the whole face, below which it is a beard, and from which it is bare. */
const BARE = [0.65, 0.88] as const;
/** Yaw between which the far side of a face fades out: too little of it is visible, and glasses protrude there. */
const ASIDE = [0.2, 0.4] as const;
/**
 * Difference of an occluder from skin (1: all of its luma) at which it can be distinguished, and at which it is
 * certain.
 */
const TOLD = [0.25, 0.42] as const;
/** Brightness above skin (1: all of its luma) beyond the tint at which an occluder may be light, and surely is. */
const BRIGHTER = [0.1, 0.35] as const;
/** Alpha of an occluder at which it begins to show, and at which it is opaque. */
const SEEN = [0.3, 0.72] as const;
const MIN_LUMA = 20;
const COUNT = FACE_OVAL.length;
const POINT_COUNT = MESH_POINT_COUNT + COUNT;
/** Extent of the maps beyond the outline, so that they are complete there. */
const BEYOND = 1.12;
/**
 * Number of maps with two values each: luma factor and offset; factors of both chromas; confidence and an unused value.
 */
const MAPS = 3;
/** Floats per point; see `rasterizeMaps` of `kernels`. */
const POINT_VALUES = 12;
/** Fixed-point scale of the values in a map. */
const SCALE = 16;
const PER_VALUE = 1 / (65_536 * SCALE);

/** Creates a matte for meshes of a canonical face; it reserves memory in the arena. */
export function createHairMatte(arena: KernelArena, face: CanonicalFace): HairMatte {
  return new ColourLineMatte(arena, face);
}

class ColourLineMatte implements HairMatte {
  readonly believed = new Float32Array(MESH_POINT_COUNT);
  /** Weights of the zone where things may hang from the rim, and of the points before and below a hidden temple. */
  readonly #zone: Float32Array;
  readonly #besideEyes: Float32Array;
  readonly #belowTemples: Float32Array;
  readonly #texture: Float32Array;
  readonly #followed: FollowedHair;
  /** Weight of the beard area at every point, 0..1. */
  readonly #beard: Float32Array;
  readonly #arena: KernelArena;
  /** Triangles of the zone, followed by those that occluders or hidden temples need in addition. */
  readonly #triangles: ArenaTriangles;
  readonly #zoneCount: number;
  #drawnCount = 0;
  /** Offset of the points in the arena. */
  readonly #points: number;
  /** Values of all maps per mesh point. */
  readonly #values = new Float32Array(MESH_POINT_COUNT * 2 * MAPS);
  #isEmpty = true;
  /** Turn of the face that the coefficients are for, 0..1: at 0 they depend on the colours alone. */
  #aside = 0;

  constructor(arena: KernelArena, face: CanonicalFace) {
    this.#arena = arena;
    this.#zone = zoneOf(face);
    this.#besideEyes = besideEyesOf(face);
    this.#belowTemples = belowTemplesOf(face);
    this.#texture = face.texture;
    this.#beard = beardOf(face);
    this.#followed = createFollowedHair(face);
    const inZone = listTriangles(face, this.#zone);
    this.#zoneCount = inZone.length / 3;
    const others = listOthers(face, this.#zone);
    this.#triangles = storeTriangles(arena, Uint16Array.from([...inZone, ...others]));
    this.#points = arena.reserve(POINT_COUNT * POINT_VALUES * Float32Array.BYTES_PER_ELEMENT);
  }

  learn(colours: RimColours, yaw: number, isSampled: boolean): void {
    const aside = smoothstep(...ASIDE, Math.abs(yaw));
    if (!isSampled && aside === 0 && this.#aside === 0) {
      return;
    }
    this.#aside = aside;
    this.#values.fill(0);
    this.believed.fill(0);
    this.#isEmpty = true;
    const bearded = 1 - smoothstep(...BARE, colours.chin / Math.max(1, colours.middle));
    this.#followed.follow(colours, this.#zone);
    let isWide = false;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const isFar = (this.#texture[point * 2] - 0.5) * yaw > 0;
      const max = (1 - bearded * this.#beard[point]) * (isFar ? 1 - aside : 1);
      const occluded = colours.occluded[point];
      const hidden = colours.hiddenTemples[this.#texture[point * 2] < 0.5 ? 0 : 1];
      const below = this.#belowTemples[point] * (1 - bearded);
      const beside = hidden * Math.max(this.#besideEyes[point], below);
      const further = this.#followed.hidden[point];
      const zone = Math.max(this.#zone[point], beside, further) * max;
      if (zone > 0 || occluded > 0) {
        this.#setPoint(colours, point, zone);
        isWide ||= occluded > 0 || beside > 0 || (further * max > 0 && this.#zone[point] === 0);
      }
    }
    this.#drawnCount = isWide ? this.#triangles.count : this.#zoneCount;
  }

  draw(patch: FacePatch, mesh: Float32Array): void {
    if (this.#isEmpty) {
      return;
    }
    const [mapWidth, mapHeight] = [
      computeWarpMapWidth(patch.width),
      computeWarpMapWidth(patch.height),
    ];
    const size = mapWidth * mapHeight * WARP_MAP_BYTES;
    const { kernels } = this.#arena;
    const { at } = this.#triangles;
    const { matte } = patch.planes;
    kernels.clear(matte, size * MAPS);
    this.#setPoints(patch, mesh);
    kernels.rasterizeMaps(matte, size, mapWidth, mapHeight, this.#points, at, this.#drawnCount);
  }

  /** Sets the coefficients of a point between both colours; `max` limits its confidence without a known occluder. */
  #setPoint({ skin, occluded, middle }: RimColours, point: number, max: number): void {
    const { front } = this.#followed;
    const lumaWeight = 1 / Math.max(MIN_LUMA, middle) ** 2;
    const chromaWeight = 1 / CHROMA_UNIT ** 2;
    const y = front.y[point] - skin.y[point];
    const u = front.u[point] - skin.u[point];
    const v = front.v[point] - skin.v[point];
    const tint = chromaWeight * (u * u + v * v);
    const square = lumaWeight * y * y + tint;
    const brighter = smoothstep(
      BRIGHTER[0],
      BRIGHTER[1],
      y * Math.sqrt(lumaWeight) - Math.sqrt(tint),
    );
    const believed =
      Math.max(max * (1 - brighter), occluded[point]) *
      smoothstep(TOLD[0], TOLD[1], Math.sqrt(square));
    if (believed > 0) {
      const ofLuma = (lumaWeight * y) / square;
      const ofU = (chromaWeight * u) / square;
      const ofV = (chromaWeight * v) / square;
      const at = point * 2 * MAPS;
      this.#values[at] = ofLuma;
      this.#values[at + 1] = -ofLuma * skin.y[point] - ofU * skin.u[point] - ofV * skin.v[point];
      this.#values[at + 2] = ofU;
      this.#values[at + 3] = ofV;
      this.#values[at + 4] = believed;
      this.believed[point] = believed;
      this.#isEmpty = false;
    }
  }

  /** Sets the points of the maps; see `rasterizeMaps` of `kernels`. */
  #setPoints({ left, top }: FacePatch, mesh: Float32Array): void {
    const { floats } = this.#arena.views;
    let middleX = 0;
    let middleY = 0;
    for (let index = 0; index < COUNT; index += 1) {
      middleX += mesh[FACE_OVAL[index] * 3] / COUNT;
      middleY += mesh[FACE_OVAL[index] * 3 + 1] / COUNT;
    }
    // The first sample of a map lies at the centre of the first pixel.
    const originX = left + 0.5 - WARP_MAP_STEP / 2;
    const originY = top + 0.5 - WARP_MAP_STEP / 2;
    let at = this.#points / 4;
    for (let point = 0; point < POINT_COUNT; point += 1, at += POINT_VALUES) {
      const isMesh = point < MESH_POINT_COUNT;
      const from = isMesh ? point : FACE_OVAL[point - MESH_POINT_COUNT];
      const growth = isMesh ? 1 : BEYOND;
      const x = middleX + (mesh[from * 3] - middleX) * growth;
      const y = middleY + (mesh[from * 3 + 1] - middleY) * growth;
      floats[at] = (x - originX) / WARP_MAP_STEP;
      floats[at + 1] = (y - originY) / WARP_MAP_STEP;
      for (let value = 0; value < 2 * MAPS; value += 1) {
        floats[at + 2 + value] = this.#values[from * 2 * MAPS + value] * SCALE;
      }
      floats[at + 8] = x;
      floats[at + 9] = y;
    }
  }

  lift({ width, height, drawn, planes }: FacePatch): void {
    if (this.#isEmpty) {
      return;
    }
    const { mask, matte, frameY, frameU, frameV, lineY, lineU, lineV } = planes;
    const mapWidth = computeWarpMapWidth(width);
    this.#arena.kernels.liftMask(
      mask,
      width,
      height,
      frameY,
      lineY,
      frameU,
      lineU,
      frameV,
      lineV,
      matte,
      mapWidth,
      mapWidth * computeWarpMapWidth(height) * WARP_MAP_BYTES,
      Math.floor(drawn.left / WARP_MAP_STEP),
      Math.floor(drawn.top / WARP_MAP_STEP),
      Math.ceil(drawn.right / WARP_MAP_STEP),
      Math.ceil(drawn.bottom / WARP_MAP_STEP),
      SEEN[0],
      SEEN[1],
      PER_VALUE,
    );
  }
}

/**
 * Distances from the outline up to which things may hang fully, and at which the zone ends, as fractions of the
 * texture, like all the following.
 */
const RIM = [0.09, 0.2] as const;
/** Heights above the brows over which the whole forehead joins the zone. */
const FOREHEAD = [0, 0.08] as const;
/** Distances from lips and nose over which what hangs below a hidden temple begins. */
const FROM_LIPS = [0.05, 0.12] as const;

const zoneOf = memoisePerFace((face: CanonicalFace) => {
  const { texture } = face;
  const brows = [...LEFT_BROW, ...RIGHT_BROW];
  const browTop = Math.min(...brows.map((point) => texture[point * 2 + 1]));
  const beside = besideFeaturesOf(face);
  return weighRim(face, RIM).map(
    (rim, point) =>
      Math.max(rim, smoothstep(...FOREHEAD, browTop - texture[point * 2 + 1])) * beside[point],
  );
});

/**
 * Distances from the lids, and inside and outside of the outer corners of the eyes, where brows end, over which
 * occluders of a hidden temple begin.
 */
const FROM_LIDS = [0.03, 0.06] as const;
const WITHIN_CORNER = 0.03;
const BEYOND_CORNER = 0.02;
/** Height below the eyes, as a fraction of the texture, over which that fades out: the zone continues there. */
const BELOW_EYES = 0.08;

/**
 * Weights beside the eyes and over the ends of brows, which are as dark as hair. Occluders are kept there only as far
 * as the temple beside them is hidden.
 */
const besideEyesOf = memoisePerFace(({ texture }: CanonicalFace) => {
  const eyes = [...LEFT_EYE, ...RIGHT_EYE];
  const fromEyes = measureDistances(texture, eyes);
  const corner = Math.max(...eyes.map((point) => Math.abs(texture[point * 2] - 0.5)));
  const lowest = Math.max(...eyes.map((point) => texture[point * 2 + 1]));
  return Float32Array.from({ length: MESH_POINT_COUNT }, (_, point) => {
    const aside = Math.abs(texture[point * 2] - 0.5);
    return (
      smoothstep(corner - WITHIN_CORNER, corner + BEYOND_CORNER, aside) *
      smoothstep(...FROM_LIDS, fromEyes[point]) *
      (1 - smoothstep(lowest, lowest + BELOW_EYES, texture[point * 2 + 1]))
    );
  });
});

/**
 * Weights of cheeks and jaw beside the mouth. What hides a temple is hair that hangs down to there, if the chin has no
 * beard.
 */
const belowTemplesOf = memoisePerFace(({ texture }: CanonicalFace) => {
  const fromLips = measureDistances(texture, [...LIPS_OUTER, ...NOSE]);
  return measureNearness(texture, FACE_OVAL, RIM).map(
    (rim, point) => rim * smoothstep(...FROM_LIPS, fromLips[point]),
  );
});

/** Returns whether a triangle has a point in the zone. */
function isInZone(triangles: Uint16Array, first: number, zone: Float32Array): boolean {
  return triangles.subarray(first, first + 3).some((point) => zone[point] > 0);
}

/** Lists the triangles outside the zone. */
function listOthers({ triangles }: CanonicalFace, zone: Float32Array): Uint16Array {
  return triangles.filter((_, at) => !isInZone(triangles, at - (at % 3), zone));
}

/** Lists the triangles of the zone, and a band around the face below them. */
function listTriangles({ triangles }: CanonicalFace, zone: Float32Array): Uint16Array {
  const band = FACE_OVAL.flatMap((point, index) => {
    const next = (index + 1) % COUNT;
    const outer = MESH_POINT_COUNT + index;
    const nextOuter = MESH_POINT_COUNT + next;
    return [point, outer, nextOuter, point, nextOuter, FACE_OVAL[next]];
  });
  const face = triangles.filter((_, at) => isInZone(triangles, at - (at % 3), zone));
  return Uint16Array.from([...band, ...face]);
}
