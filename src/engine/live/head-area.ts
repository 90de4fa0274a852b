import type { Detection } from '../track/detection.ts';
import type { TrackedFace } from '../track/face-track.ts';

/** Ellipse around a whole head with hair and ears, in pixels of the frame. */
export interface HeadArea {
  centreX: number;
  centreY: number;
  /** Half axes before rotation. */
  radiusX: number;
  radiusY: number;
  /** Clockwise rotation in radians. */
  rotation: number;
}

/** Half width and half height of a head with hair, and the height of its centre above that of the face; centimetres. */
const HEAD_HALF_WIDTH_CM = 11.5;
const HEAD_HALF_HEIGHT_CM = 15;
const HEAD_UP_CM = 2.5;
/** Half axes and offset relative to a detector's box, which spans brows to chin. */
const WIDTHS = 0.95;
const HEIGHTS = 1.2;
const HEIGHTS_UP = 0.15;

/** Creates an empty area. */
export function createHeadArea(): HeadArea {
  return { centreX: 0, centreY: 0, radiusX: 0, radiusY: 0, rotation: 0 };
}

/** Sets an area to the head of a tracked face. */
export function setAreaOfFace(
  area: HeadArea,
  { box, pose }: Pick<TrackedFace, 'box' | 'pose'>,
): void {
  // A turn shrinks the box but not the pose's scale; a wrong scale still has its box.
  const perCm = Math.max(pose.scale, box.height / 22, box.width / 20);
  const up = HEAD_UP_CM * perCm;
  area.centreX = box.left + box.width / 2 + Math.sin(pose.roll) * up;
  area.centreY = box.top + box.height / 2 - Math.cos(pose.roll) * up;
  area.radiusX = HEAD_HALF_WIDTH_CM * perCm;
  area.radiusY = HEAD_HALF_HEIGHT_CM * perCm;
  area.rotation = pose.roll;
}

/** Sets an area to the head of a detected face. */
export function setAreaOfDetection(area: HeadArea, found: Readonly<Detection>): void {
  area.centreX = found.centreX;
  area.centreY = found.centreY - found.height * HEIGHTS_UP;
  area.radiusX = found.width * WIDTHS;
  area.radiusY = found.height * HEIGHTS;
  area.rotation = 0;
}

/** Copies an area. */
export function copyArea(from: Readonly<HeadArea>, to: HeadArea): void {
  to.centreX = from.centreX;
  to.centreY = from.centreY;
  to.radiusX = from.radiusX;
  to.radiusY = from.radiusY;
  to.rotation = from.rotation;
}

/** Distance in radii below which two areas are the same head. */
const SAME_HEAD = 0.5;

/** Returns true when two areas belong to one head. */
export function isSameHead(a: Readonly<HeadArea>, b: Readonly<HeadArea>): boolean {
  return measureAreaDistance(a, b) < SAME_HEAD;
}

/** Returns the distance of the centres of two areas, in radii of the larger one. */
function measureAreaDistance(a: Readonly<HeadArea>, b: Readonly<HeadArea>): number {
  const radius = Math.max(a.radiusX, b.radiusX, 1);
  return Math.hypot(a.centreX - b.centreX, a.centreY - b.centreY) / radius;
}
