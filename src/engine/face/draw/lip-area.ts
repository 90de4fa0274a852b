/** Finds the area of a patch in which the detail of lips is replaced. */
import { LIPS_OUTER } from '../../track/mesh-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import type { DrawnArea, FacePatch } from './face-patch.ts';

/** Area around the lips, in pixels of the patch: even, empty where nothing is drawn. */
interface LipArea extends DrawnArea {
  /** Outline of what is replaced: x, y per point in values of the area, one for four pixels. */
  readonly outline: Float32Array;
  /** Radius in pixels over which the outline fades. */
  fade: number;
  readonly mouth: Mouth;
}

/** Middle of a mouth in pixels of the patch, its width, and the direction from its left corner to its right one. */
interface Mouth {
  x: number;
  y: number;
  width: number;
  alongX: number;
  alongY: number;
}

/** Distances as fractions of the mouth's width: how far beyond its corners and beyond its lips detail is replaced as well. */
const BESIDE = 0.09;
const ABOVE = 0.01;
/** Radius, as a fraction of the same width, over which the outline fades. */
const FADE = 0.025;
/** Distances from the middle, as fractions of the width, over which the colour of lips fades: beyond them the photo has skin. */
const CORNER = [0.36, 0.6] as const;
/** Index of the right corner of the mouth in the outline; the left one is the first. */
const RIGHT = LIPS_OUTER.indexOf(291);

/** Creates an empty area. */
export function createLipArea(): LipArea {
  const outline = new Float32Array(LIPS_OUTER.length * 2);
  const mouth = { x: 0, y: 0, width: 0, alongX: 1, alongY: 0 };
  return { left: 0, top: 0, right: 0, bottom: 0, outline, fade: 0, mouth };
}

/** Sets an area to the lips of a mesh (x, y, z per point, pixels of the frame). */
export function setLipArea(area: LipArea, patch: FacePatch, mesh: Float32Array): void {
  const { outline, mouth } = area;
  setOutline(area, patch, mesh);
  area.fade = FADE * mouth.width;
  setEdges(area, patch);
  for (let at = 0; at < outline.length; at += 2) {
    outline[at] = (outline[at] - area.left) / 2;
    outline[at + 1] = (outline[at + 1] - area.top) / 2;
  }
}

/** Returns the weight of the lips at a value of an area: 0 beyond the corners of the mouth. */
export function weighLips({ left, top, mouth }: LipArea, column: number, row: number): number {
  const { x, y, width, alongX, alongY } = mouth;
  const along = (left + 2 * column + 1 - x) * alongX + (top + 2 * row + 1 - y) * alongY;
  return 1 - smoothstep(CORNER[0], CORNER[1], Math.abs(along) / width);
}

function setOutline(
  { outline, mouth }: LipArea,
  { left, top }: FacePatch,
  mesh: Float32Array,
): void {
  for (let index = 0; index < LIPS_OUTER.length; index += 1) {
    outline[2 * index] = mesh[LIPS_OUTER[index] * 3] - left;
    outline[2 * index + 1] = mesh[LIPS_OUTER[index] * 3 + 1] - top;
  }
  const right = outline[2 * RIGHT] - outline[0];
  const down = outline[2 * RIGHT + 1] - outline[1];
  mouth.x = outline[0] + right / 2;
  mouth.y = outline[1] + down / 2;
  mouth.width = Math.max(1, Math.hypot(right, down));
  mouth.alongX = right / mouth.width;
  mouth.alongY = down / mouth.width;
  const margin = ABOVE * mouth.width;
  for (let at = 0; at < outline.length; at += 2) {
    const x = outline[at] - mouth.x;
    const y = outline[at + 1] - mouth.y;
    const along = (x * mouth.alongX + y * mouth.alongY) * (1 + 2 * BESIDE);
    const across = y * mouth.alongX - x * mouth.alongY;
    const farther = across + clamp(across, -margin, margin);
    outline[at] = mouth.x + along * mouth.alongX - farther * mouth.alongY;
    outline[at + 1] = mouth.y + along * mouth.alongY + farther * mouth.alongX;
  }
}

function setEdges(area: LipArea, { drawn }: FacePatch): void {
  const { outline, fade } = area;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < outline.length; at += 2) {
    minX = Math.min(minX, outline[at]);
    maxX = Math.max(maxX, outline[at]);
    minY = Math.min(minY, outline[at + 1]);
    maxY = Math.max(maxY, outline[at + 1]);
  }
  const margin = fade + 2;
  area.left = Math.max(drawn.left, Math.floor((minX - margin) / 2) * 2);
  area.top = Math.max(drawn.top, Math.floor((minY - margin) / 2) * 2);
  area.right = Math.min(drawn.right, Math.ceil((maxX + margin) / 2) * 2);
  area.bottom = Math.min(drawn.bottom, Math.ceil((maxY + margin) / 2) * 2);
}
