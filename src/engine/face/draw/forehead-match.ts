/**
 * Matches the forehead of a source to that of the target. A forehead has no visible end, as skin of the target
 * continues above the drawn face. The higher a point, the more of the target's colours it gets.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { FACE_OVAL, FOREHEAD_TOP, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import type { FaceMemory } from './face-memory.ts';
import type { SkinLight } from './face-patch.ts';
import { relativeIlluminance } from '../source/relative-illuminance.ts';
import { createSkinColours, type SkinColours, type SkinField } from './skin-field.ts';
import { browTop, toPoint, type TextureLayout } from '../source/texture-layout.ts';

/** Matches the forehead of one source. */
export interface ForeheadMatch {
  /** Height of every point on the forehead: 0 up to the brows, 1 near the upper edge of the face. */
  readonly height: Float32Array;
  /** Difference of the source from its smooth skin, in frame values. */
  readonly detail: SkinColours;
  /** Sets the drawn texture and its smooth skin. */
  setSource(texture: I420Frame, skin: SkinColours): void;
  /** Blends `wanted`, with chroma under even light, towards the colours of the target where its forehead is bare. */
  match(
    target: Pick<FaceMemory, 'shown' | 'likeness'>,
    light: Readonly<SkinLight>,
    wanted: SkinColours,
  ): void;
}

/** Height between the brows (0) and the upper edge of the face (1) from which the target's colours are fully used. */
const END = 0.8;
/** Likeness to skin between which a point counts as bare rather than as a fringe. */
const BARE = [0.4, 0.85] as const;
/**
 * Exponent that lets luma follow later than chroma with height: a face is recognized by its shading, not by the tint of
 * its forehead.
 */
const LUMA_STEEPNESS = 3;
/**
 * Scale around the middle of the texture at which its outline is sampled: the outline is cut out of hair, so its
 * colours come from further inwards.
 */
const INWARDS = 0.9;

/** Creates a match for the textures of a layout. */
export function createForeheadMatch(layout: TextureLayout, field: SkinField): ForeheadMatch {
  return new PointMatch(layout, field);
}

class PointMatch implements ForeheadMatch {
  readonly height: Float32Array<ArrayBuffer>;
  readonly #field: SkinField;
  readonly #mesh;
  readonly detail = createSkinColours();

  constructor(layout: TextureLayout, field: SkinField) {
    this.height = measureHeight(layout);
    this.#field = field;
    this.#mesh = { points: moveOutlineInwards(layout), step: 2, faceWidth: layout.size };
  }

  setSource(texture: I420Frame, skin: SkinColours): void {
    this.#field.sample(texture, this.#mesh, this.detail);
    for (const channel of ['y', 'u', 'v'] as const) {
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        this.detail[channel][point] -= skin[channel][point];
      }
    }
  }

  match(
    { shown, likeness }: Pick<FaceMemory, 'shown' | 'likeness'>,
    { black, reference }: Readonly<SkinLight>,
    wanted: SkinColours,
  ): void {
    const { detail } = this;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      const weight = this.height[point] * smoothstep(BARE[0], BARE[1], likeness[point]);
      if (weight > 0) {
        const light = relativeIlluminance(shown.y[point] - black, reference);
        const y = shown.y[point] - detail.y[point];
        const u = 128 + (shown.u[point] - 128) / light - detail.u[point];
        const v = 128 + (shown.v[point] - 128) / light - detail.v[point];
        wanted.y[point] += weight ** LUMA_STEEPNESS * (y - wanted.y[point]);
        wanted.u[point] += weight * (u - wanted.u[point]);
        wanted.v[point] += weight * (v - wanted.v[point]);
      }
    }
  }
}

function measureHeight(layout: TextureLayout): Float32Array<ArrayBuffer> {
  const bottom = browTop(layout);
  const top = bottom + (toPoint(layout, FOREHEAD_TOP)[1] - bottom) * END;
  return Float32Array.from({ length: MESH_POINT_COUNT }, (_, point) =>
    smoothstep(bottom, top, layout.points[point * 2 + 1]),
  );
}

function moveOutlineInwards({ points, size }: TextureLayout): Float32Array<ArrayBuffer> {
  const inner = Float32Array.from(points);
  for (const point of FACE_OVAL) {
    for (const at of [point * 2, point * 2 + 1]) {
      inner[at] = size / 2 + (points[at] - size / 2) * INWARDS;
    }
  }
  return inner;
}
