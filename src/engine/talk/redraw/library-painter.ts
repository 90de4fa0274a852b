/**
 * Draws lower faces of a clip over a face whose mesh was changed: all of them on that one mesh, so that a mix has no
 * ghosts, and each relit to the frame.
 */
import type { SkinColours } from '../../face/draw/skin-field.ts';
import {
  createPairShade,
  drawTriangles,
  type PairShade,
  type ScreenMesh,
} from '../../pixels/draw-triangles.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp } from '../../vision/math.ts';
import { type LowerFace, toMouthArea } from '../library/lower-face.ts';
import { createMouthOverlay } from './mouth-overlay.ts';
import { MouthSums } from './mouth-sums.ts';
import { PairPlanes } from './pair-planes.ts';

/** Lower face with its weight in a mix. */
export interface WeightedFace {
  readonly face: LowerFace;
  readonly weight: number;
  /** Fraction by which the inside between the lips is trimmed, so that they meet: 0..1. */
  readonly seal: number;
}

/** Draws lower faces on frames. */
export interface LibraryPainter {
  /** Draws faces on a mesh in a frame with these skin colours; `visible` is their opacity, 0..1. */
  paint(
    frame: I420Frame,
    faces: readonly WeightedFace[],
    at: { readonly mesh: Float32Array; readonly skin: SkinColours; readonly visible: number },
  ): void;
}

const BLACK = 16;
/** Limits of the luma gain; values beyond are measurement errors. */
const [MIN_GAIN, MAX_GAIN] = [0.75, 1.35];
/** Skin luma above black below which light cannot be measured. */
const DARKEST = 8;
const MARGIN = 2;

/** Creates a painter for meshes with the topology of the canonical face. */
export function createLibraryPainter(canonicalFace: CanonicalFace): LibraryPainter {
  const { weights, points, triangles } = createMouthOverlay(canonicalFace);
  const luma = createPairShade(MESH_POINT_COUNT);
  const chroma = createPairShade(MESH_POINT_COUNT);
  luma.secondGain.fill(0);
  weights.forEach((weight, point) => {
    luma.secondOffset[point] = 255 * weight;
  });
  const [lumaPlanes, chromaPlanes] = [new PairPlanes(), new PairPlanes()];
  const sums = new MouthSums();
  return {
    paint(frame, faces, { mesh, skin, visible }) {
      const area = toMouthArea(frame, mesh, points, MARGIN);
      if (area.width === 0 || area.height === 0) {
        return;
      }
      sums.clear(area);
      for (const { face, weight, seal } of faces) {
        const from = sealMesh(face, seal);
        relight(skin, face.skin, luma, chroma);
        const drawnLuma = lumaPlanes.clear(area.width, area.height);
        const drawnChroma = chromaPlanes.clear(area.width >> 1, area.height >> 1);
        const { y, u, v } = face.planes;
        const { width, height } = face.area;
        drawTriangles(
          drawnLuma,
          { first: y, second: y, width, height },
          {
            triangles,
            to: toScreen(mesh, area, 1),
            from: toScreen(from, face.area, 1),
            shade: luma,
          },
        );
        drawTriangles(
          drawnChroma,
          { first: u, second: v, width: width >> 1, height: height >> 1 },
          {
            triangles,
            to: toScreen(mesh, area, 0.5),
            from: toScreen(from, face.area, 0.5),
            shade: chroma,
          },
        );
        sums.add(drawnLuma, drawnChroma, weight);
      }
      sums.blend(frame, visible);
    },
  };
}

/** Interpolates between a face's mesh and its sealed mesh. */
function sealMesh({ mesh, sealed }: LowerFace, seal: number): Float32Array {
  return sealed === null || seal === 0
    ? mesh
    : mesh.map((value, at) => value + (sealed[at] - value) * seal);
}

function toScreen(
  points: Float32Array,
  { left, top }: { readonly left: number; readonly top: number },
  scale: number,
): ScreenMesh {
  return { points, step: 3, originX: left, originY: top, scale };
}

/** Sets the per-point shades that relight skin. */
function relight(to: SkinColours, from: SkinColours, luma: PairShade, chroma: PairShade): void {
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const ratio = (to.y[point] - BLACK) / Math.max(DARKEST, from.y[point] - BLACK);
    const gain = clamp(ratio, MIN_GAIN, MAX_GAIN);
    luma.firstGain[point] = gain;
    luma.firstOffset[point] = BLACK * (1 - gain);
    chroma.firstOffset[point] = to.u[point] - from.u[point];
    chroma.secondOffset[point] = to.v[point] - from.v[point];
  }
}
