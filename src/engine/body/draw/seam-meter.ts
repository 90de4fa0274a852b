/**
 * Measures artefacts of a warped image: ground that shows through the body, pieces left behind by a limb, and stretched
 * skin or cloth. The character is drawn in white on black, so that its colours and the ground do not matter.
 */
import type { BodyLayer, BodyLayers } from '../character/body-character.ts';
import { distanceToLimb, jointAt, type LimbLine, listLimbPoints } from '../character/limb-line.ts';
import {
  asideInTorso,
  halfWidthOfTorso,
  heightInTorso,
  isInHead,
  toTorsoFrame,
} from '../character/torso-frame.ts';
import { createI420Frame } from '../../pixels/frame.ts';
import { forEachLimb, joint, type Limb, limbs, middleOfJoints } from '../joints.ts';
import type { BodyMap, CharacterPose } from './body-map.ts';
import { createBodyMaps } from './body-maps.ts';
import { BodyPainter } from './body-painter.ts';
import { type Corners, fadeStretched, measureTriangle } from './triangle-stretch.ts';

/** Metrics of seams in a drawn character, 0..1 each. */
export interface SeamMetrics {
  /** Fraction of points inside of torso and limbs where the ground shows. */
  readonly holes: number;
  /** Fraction of drawn pixels beside the body, minus that of the still. */
  readonly slivers: number;
  /** Fraction of the drawn area that is stretched too much, or flipped; what fades out is not drawn. */
  readonly smears: number;
}

const SEEN = 118;
const SURE = 200;
/** Distance of the samples beside the body, in torso lengths. */
const STEP = 1 / 48;
/** Reach of limbs and torso with their clothes, in half widths, and the heights of the torso in torso lengths. */
const LIMB_REACH = 1.6;
const TORSO_REACH = 1.3;
const TORSO_HEIGHTS = [-0.15, 1.12] as const;
/** Minimum width of a drawn torso, as a fraction of its own width. */
const MIN_WIDTH = 0.6;
/** Distance from a bone within which a limb is solid, in half widths. */
const SOLID = 0.4;
/** Maximum stretch relative to the scale of the character; a skirt may stretch more where legs part. */
const MAX_STRETCH = 1.9;
const MAX_SKIRT_STRETCH = 3;

interface BodyPoint {
  readonly part: 'torso' | Limb;
  readonly x: number;
  readonly y: number;
}

/** Measures frames of one character. */
export class SeamMeter {
  readonly #character: BodyLayers;
  readonly #follows: Readonly<Record<Limb, boolean>>;
  readonly #painter: BodyPainter;
  readonly #solid: readonly BodyPoint[];
  /** Fraction of drawn pixels beside the body in the still: hair, skirts and bags. */
  readonly #restAside: number;

  constructor(character: BodyLayers, follows: Readonly<Record<Limb, boolean>>) {
    const { width, height, joints } = character;
    this.#character = character;
    this.#follows = follows;
    const layers = character.layers.map(whiten);
    this.#painter = new BodyPainter({ ...character, layers }, createI420Frame(width, height));
    const { x, y } = middleOfJoints(joints, joint.leftEar, joint.rightEar);
    const rest = { joints, size: 1, head: { turn: 0, size: 1, x, y } };
    this.#painter.draw(rest, follows);
    this.#solid = listSolid(character).filter((point) => this.#isCovered(point.x, point.y, SURE));
    this.#restAside = this.#measureAside(rest);
  }

  /** Measures a pose. */
  measure(pose: CharacterPose): SeamMetrics {
    this.#painter.draw(pose, this.#follows);
    const maps = createBodyMaps(this.#character, pose, this.#follows);
    return {
      holes: this.#measureHoles(maps),
      slivers: Math.max(0, this.#measureAside(pose) - this.#restAside),
      smears: measureSmears(this.#character, maps, pose.size),
    };
  }

  /** Frees the memory. */
  close(): void {
    this.#painter.close();
  }

  #isCovered(x: number, y: number, min: number): boolean {
    const { width, height, y: luma, strideY } = this.#painter.frame;
    const [column, row] = [Math.round(x), Math.round(y)];
    return (
      column < 0 ||
      row < 0 ||
      column >= width ||
      row >= height ||
      luma[row * strideY + column] > min
    );
  }

  #measureHoles(maps: Readonly<Record<'torso' | Limb, BodyMap>>): number {
    const place = { x: 0, y: 0 };
    let holes = 0;
    for (const { part, x, y } of this.#solid) {
      maps[part](x, y, place);
      holes += this.#isCovered(place.x, place.y, SEEN) ? 0 : 1;
    }
    return holes / Math.max(1, this.#solid.length);
  }

  #measureAside({ joints, size }: CharacterPose): number {
    const { width, height, y: luma, strideY } = this.#painter.frame;
    const { hasSkirt } = this.#character;
    const own = toTorsoFrame(this.#character.joints);
    const torso = toTorsoFrame(joints);
    const lines = forEachLimb((limb): LimbLine => {
      const radii = this.#character.lines[limb].radii.map((radius) => radius * size);
      return { points: listLimbPoints(joints, limb), radii };
    });
    const step = Math.max(1, Math.round(own.length * size * STEP));
    let [covered, aside] = [0, 0];
    for (let y = step >> 1; y < height; y += step) {
      for (let x = step >> 1; x < width; x += step) {
        if (luma[y * strideY + x] <= SEEN) {
          continue;
        }
        covered += 1;
        const up = heightInTorso(torso, x, y);
        const half = Math.max(
          halfWidthOfTorso(torso, up),
          halfWidthOfTorso(own, up) * size * MIN_WIDTH,
        );
        const isTorso =
          up > TORSO_HEIGHTS[0] &&
          up < TORSO_HEIGHTS[1] &&
          Math.abs(asideInTorso(torso, x, y)) < half * TORSO_REACH;
        const isBody =
          isTorso ||
          isInHead(torso, x, y) ||
          (hasSkirt && isBetween(lines, x, y)) ||
          limbs.some((limb) => distanceToLimb(lines[limb], x, y) < LIMB_REACH);
        aside += isBody ? 0 : 1;
      }
    }
    return aside / Math.max(1, covered);
  }
}

function whiten(layer: BodyLayer): BodyLayer {
  const pixels = layer.image.pixels.map((value, at) => (at % 4 === 3 ? value : 255));
  return { ...layer, image: { ...layer.image, pixels } };
}

/** Lists points that are always body: between the joints of the torso, and near the bones of limbs. */
function listSolid(character: BodyLayers): BodyPoint[] {
  const { joints, lines, shown } = character;
  const points: BodyPoint[] = [];
  const [leftX, leftY] = jointAt(joints, joint.leftShoulder);
  const [rightX, rightY] = jointAt(joints, joint.rightShoulder);
  const [leftHipX, leftHipY] = jointAt(joints, joint.leftHip);
  const [rightHipX, rightHipY] = jointAt(joints, joint.rightHip);
  for (let down = 0.05; down <= 0.96; down += 0.05) {
    for (let across = 0; across <= 1; across += 0.1) {
      const fromX = leftX + (leftHipX - leftX) * down;
      const fromY = leftY + (leftHipY - leftY) * down;
      const toX = rightX + (rightHipX - rightX) * down;
      const toY = rightY + (rightHipY - rightY) * down;
      const [x, y] = [fromX + (toX - fromX) * across, fromY + (toY - fromY) * across];
      points.push({ part: 'torso', x, y });
    }
  }
  if (character.hasSkirt) {
    points.push(...listSkirt(character));
  }
  for (const limb of limbs.filter((each) => shown[each])) {
    for (let bone = 0; bone < 2; bone += 1) {
      const [fromX, fromY] = lines[limb].points[bone];
      const [toX, toY] = lines[limb].points[bone + 1];
      const length = Math.hypot(toX - fromX, toY - fromY) || 1;
      const reach = (lines[limb].radii[bone] * SOLID) / length;
      for (let along = 0.05; along <= 0.96; along += 0.05) {
        for (const aside of [-reach, 0, reach]) {
          const x = fromX + (toX - fromX) * along - (toY - fromY) * aside;
          const y = fromY + (toY - fromY) * along + (toX - fromX) * aside;
          points.push({ part: limb, x, y });
        }
      }
    }
  }
  return points;
}

/** Lists points of the skirt between the legs, from the hips down to the calves; below its hem the legs may part. */
function listSkirt({ layers, lines: { leftLeg, rightLeg } }: BodyLayers): BodyPoint[] {
  const skirt = layers.find(({ part }) => part === 'torso')?.image;
  const points: BodyPoint[] = [];
  for (let bone = 0; bone < 2; bone += 1) {
    const [left, right] = [leftLeg.points[bone], rightLeg.points[bone]];
    const [leftEnd, rightEnd] = [leftLeg.points[bone + 1], rightLeg.points[bone + 1]];
    for (let down = 0.1; down <= 0.96; down += 0.05) {
      const fromX = left[0] + (leftEnd[0] - left[0]) * down;
      const fromY = left[1] + (leftEnd[1] - left[1]) * down;
      const toX = right[0] + (rightEnd[0] - right[0]) * down;
      const toY = right[1] + (rightEnd[1] - right[1]) * down;
      for (let across = 0.3; across <= 0.71; across += 0.1) {
        const [x, y] = [fromX + (toX - fromX) * across, fromY + (toY - fromY) * across];
        if (skirt !== undefined && isOpaque(skirt, Math.floor(x), Math.floor(y))) {
          points.push({ part: 'torso', x, y });
        }
      }
    }
  }
  return points;
}

/** Returns whether a point is between the legs, where a skirt is. */
function isBetween(
  { leftLeg, rightLeg }: Readonly<Record<Limb, LimbLine>>,
  x: number,
  y: number,
): boolean {
  return [0, 1].some((bone) => {
    const [left, leftEnd] = leftLeg.points.slice(bone);
    const [right, rightEnd] = rightLeg.points.slice(bone);
    const corners = [left, leftEnd, rightEnd, right];
    const sides = corners.map(([fromX, fromY], at) => {
      const [toX, toY] = corners[(at + 1) % 4];
      return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
    });
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  });
}

function measureSmears(
  { layers, joints, hasSkirt }: BodyLayers,
  maps: Readonly<Record<BodyLayer['part'], BodyMap>>,
  size: number,
): number {
  let [whole, smeared] = [0, 0];
  const place = { x: 0, y: 0 };
  const torso = toTorsoFrame(joints);
  for (const { part, image, net } of layers) {
    const to = new Float32Array(net.points.length);
    for (let at = 0; at < to.length; at += 2) {
      maps[part](net.points[at], net.points[at + 1], place);
      to[at] = place.x;
      to[at + 1] = place.y;
    }
    const visible = new Float32Array(to.length / 2).fill(1);
    if (part === 'leftArm' || part === 'rightArm') {
      // Points that fade out leave holes, which are counted as such.
      fadeStretched(visible, { from: net.points, to, passes: net.passes, size });
    }
    for (const triangles of net.passes) {
      for (let at = 0; at < triangles.length; at += 3) {
        const [a, b, c] = [triangles[at] * 2, triangles[at + 1] * 2, triangles[at + 2] * 2];
        if (!isSeen(image, net.points, [a, b, c])) {
          continue;
        }
        const { area, stretch } = measureTriangle(net.points, to, [a, b, c]);
        const drawn = (Math.abs(area) * (visible[a / 2] + visible[b / 2] + visible[c / 2])) / 3;
        whole += drawn;
        const isSkirt =
          hasSkirt &&
          part === 'torso' &&
          heightInTorso(torso, net.points[a], net.points[a + 1]) < 0;
        const max = (isSkirt ? MAX_SKIRT_STRETCH : MAX_STRETCH) * size;
        smeared += area < 0 || stretch > max ? drawn : 0;
      }
    }
  }
  return smeared / Math.max(1, whole);
}

function isSeen(image: BodyLayer['image'], points: Float32Array, [a, b, c]: Corners): boolean {
  return isOpaque(
    image,
    Math.floor((points[a] + points[b] + points[c]) / 3),
    Math.floor((points[a + 1] + points[b + 1] + points[c + 1]) / 3),
  );
}

/** Returns whether a layer shows a pixel of the still. */
function isOpaque(
  { left, top, width, height, pixels }: BodyLayer['image'],
  column: number,
  row: number,
): boolean {
  const [x, y] = [column - left, row - top];
  return x >= 0 && y >= 0 && x < width && y < height && pixels[(y * width + x) * 4 + 3] > 127;
}
