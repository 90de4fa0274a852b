/**
 * Draws lower faces of a clip over a face whose mesh was changed: all of them on that one mesh, so that mixing several makes
 * no ghosts, and each in the light of the frame.
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

/** A lower face and how much of it is seen. */
export interface WeightedFace {
  readonly face: LowerFace;
  readonly weight: number;
  /** How much of what is between its lips is left out, so that they meet: 0..1. */
  readonly seal: number;
}

/** Draws on frames of one size. */
export interface LibraryPainter {
  /** Draws faces on a mesh in a frame, which has this light on its skin; `visible` is how much of them is seen, 0..1. */
  paint(
    frame: I420Frame,
    faces: readonly WeightedFace[],
    at: { readonly mesh: Float32Array; readonly skin: SkinColours; readonly visible: number },
  ): void;
}

const BLACK = 16;
/** Skin is made at most so much darker or brighter; what is beyond is a wrong measurement. */
const [LEAST_GAIN, MOST_GAIN] = [0.75, 1.35];
/** Darker skin than this, above black, tells nothing of light. */
const DARKEST = 8;
const MARGIN = 2;

/** A painter for faces of a mesh. */
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

/** The mesh of a face, so far of the way to its lips without what is between them. */
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

/** Sets the shades that bring skin of one light into another. */
function relight(to: SkinColours, from: SkinColours, luma: PairShade, chroma: PairShade): void {
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const ratio = (to.y[point] - BLACK) / Math.max(DARKEST, from.y[point] - BLACK);
    const gain = clamp(ratio, LEAST_GAIN, MOST_GAIN);
    luma.firstGain[point] = gain;
    luma.firstOffset[point] = BLACK * (1 - gain);
    chroma.firstOffset[point] = to.u[point] - from.u[point];
    chroma.secondOffset[point] = to.v[point] - from.v[point];
  }
}
