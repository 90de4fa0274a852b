import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { createHeadPose, setRotationOfAngles } from '../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { CharacterCutout } from '../character/character-cutout.ts';
import { createPuppetMesh, type PuppetMesh } from './puppet-mesh.ts';
import { createPuppetPose, type PuppetPose } from './puppet-pose.ts';
import { extendBelow } from './extend-below.ts';
import type { TorsoMotion } from './torso/torso-fit.ts';

const PER_CM = 10;
const CHIN = 152;
const still: TorsoMotion = { x: 0, y: 0, tilt: 0, width: 1 };
/** Usual offsets of heads against torsos, up to the limits of a body. */
const usual = bothWays({ x: 4, y: 2, tilt: 0.15, width: [0.85, 1.1] }, 0.2);
const farthest = bothWays({ x: 6, y: 3.5, tilt: 0.3, width: [0.76, 1.2] }, 0.4);

const face: CanonicalFace = {
  positions: new Float32Array(MESH_POINT_COUNT * 3),
  texture: new Float32Array(),
  triangles: new Uint16Array(),
  poseBasis: {
    points: Uint16Array.from({ length: MESH_POINT_COUNT }, (_, point) => point),
    weights: new Float32Array(MESH_POINT_COUNT).fill(1),
  },
};

describe('the net of a cutout', () => {
  it('is the photo while nothing moves', () => {
    const photo = makeCutout();
    const mesh = createPuppetMesh(photo.cutout, face);
    bend(mesh, photo, 0, still);
    const moved = mesh.to.map((value, at) => Math.abs(value - mesh.from[at]!));
    expect(Math.max(...moved)).toBeLessThan(0.01);
  });

  it('moves shoulders as a torso moves, and leaves the face', () => {
    const photo = makeCutout();
    const mesh = createPuppetMesh(photo.cutout, face);
    bend(mesh, photo, 0, { x: 3, y: -2, tilt: 0.15, width: 1 });
    const shoulder = findNodeAt(mesh, photo.middleX + 15 * PER_CM, photo.chinY + 12 * PER_CM);
    const other = findNodeAt(mesh, photo.middleX - 15 * PER_CM, photo.chinY + 12 * PER_CM);
    expect(mesh.to[shoulder * 2]! - mesh.from[shoulder * 2]!).toBeGreaterThan(2 * PER_CM);
    const falls = mesh.to[shoulder * 2 + 1]! - mesh.from[shoulder * 2 + 1]!;
    const lifts = mesh.to[other * 2 + 1]! - mesh.from[other * 2 + 1]!;
    expect(falls - lifts).toBeGreaterThan(3 * PER_CM);
    expect((falls + lifts) / 2).toBeLessThan(-PER_CM);
    const nose = findNodeAt(mesh, photo.middleX, photo.chinY - 8 * PER_CM);
    expect(mesh.to[nose * 2]).toBeCloseTo(mesh.from[nose * 2]!, 1);
  });

  it('does not fold during movement', () => {
    const photo = makeCutout();
    const mesh = createPuppetMesh(photo.cutout, face);
    // Head with hair, and shoulders.
    const isShown = (x: number, y: number): boolean =>
      Math.abs(x - photo.middleX) < 10 * PER_CM || y > photo.chinY + 3 * PER_CM;
    for (const { torso, roll } of usual) {
      bend(mesh, photo, roll, torso);
      expect(findMinTurn(mesh, isShown)).toBeGreaterThan(0);
    }
  });

  it.each([14, 22, 60])('keeps neck, shoulders and its lower edge, %i cm below the chin', (cm) => {
    const photo = makeCutout(cm);
    const mesh = createPuppetMesh(extendBelow(photo.cutout), face);
    const isShown = (x: number, y: number): boolean =>
      Math.abs(x - photo.middleX) < 5 * PER_CM || y > photo.chinY + 8 * PER_CM;
    for (const { torso, roll } of farthest) {
      bend(mesh, photo, roll, torso);
      expect(findMinTurn(mesh, isShown)).toBeGreaterThan(0.04);
      const lastRow = mesh.to.slice(-26 * 2).filter((_, at) => at % 2 === 1);
      expect(Math.min(...lastRow)).toBeGreaterThan(photo.cutout.height);
    }
  });
});

function bothWays(
  { x, y, tilt, width }: Omit<TorsoMotion, 'width'> & { readonly width: readonly number[] },
  roll: number,
): readonly { readonly torso: TorsoMotion; readonly roll: number }[] {
  const signs = [-1, 1];
  return signs.flatMap((across) =>
    signs.flatMap((up) =>
      signs.flatMap((turn) =>
        width.map((times) => ({
          torso: { x: across * x, y: up * y, tilt: turn * tilt, width: times },
          roll: -turn * roll,
        })),
      ),
    ),
  );
}

interface Photo {
  readonly cutout: CharacterCutout;
  readonly middleX: number;
  readonly chinY: number;
}

function bend(mesh: PuppetMesh, photo: Photo, roll: number, torso: TorsoMotion): void {
  const { landmarks } = photo.cutout;
  const pose = { ...createPose(landmarks), roll };
  setRotationOfAngles(pose);
  const shaped = landmarks.slice();
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  for (let at = 0; at < shaped.length; at += 3) {
    const [x, y] = [landmarks[at]! - pose.middleX, landmarks[at + 1]! - pose.middleY];
    shaped[at] = pose.middleX + cos * x - sin * y;
    shaped[at + 1] = pose.middleY + sin * x + cos * y;
  }
  mesh.deform(pose, shaped, torso);
}

function createPose(landmarks: Float32Array): PuppetPose {
  const pose = { ...createPuppetPose(), scale: PER_CM };
  for (let at = 0; at < landmarks.length; at += 3) {
    pose.middleX += landmarks[at]! / MESH_POINT_COUNT;
    pose.middleY += landmarks[at + 1]! / MESH_POINT_COUNT;
  }
  return pose;
}

/** Creates the cutout of a flat round face, seen from the front. */
function makeCutout(belowChinCm = 30): Photo {
  const [middleX, middleY] = [250, 160];
  const width = 500;
  const height = middleY + (8 + belowChinCm) * PER_CM;
  const landmarks = new Float32Array(MESH_POINT_COUNT * 3);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const radius = 7.5 * Math.sqrt(point / MESH_POINT_COUNT);
    landmarks[point * 3] = middleX + radius * Math.cos(point * 2.4) * PER_CM;
    landmarks[point * 3 + 1] = middleY + radius * Math.sin(point * 2.4) * PER_CM;
  }
  landmarks[CHIN * 3] = middleX;
  landmarks[CHIN * 3 + 1] = middleY + 8 * PER_CM;
  const rotation = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const pose = { ...createHeadPose(), scale: PER_CM, rotation };
  const head = new Uint8Array(width * height);
  const pixels = new Uint8Array(width * height * 4);
  const fromPhoto = { scale: 1, shiftX: 0 };
  const cutout = { width, height, pixels, head, landmarks, pose, fromPhoto };
  return { cutout, middleX, chinY: middleY + 8 * PER_CM };
}

function findNodeAt({ from, nodeCount }: PuppetMesh, x: number, y: number): number {
  let nearest = 0;
  let min = Number.POSITIVE_INFINITY;
  for (let node = 0; node < nodeCount; node += 1) {
    const distance = Math.hypot(from[node * 2]! - x, from[node * 2 + 1]! - y);
    if (distance < min) {
      min = distance;
      nearest = node;
    }
  }
  return nearest;
}

/** The smallest area of a triangle to that in the photo, of those that count; below 0 it shows its back. */
function findMinTurn(
  { triangles, from, to }: PuppetMesh,
  isShown: (x: number, y: number) => boolean,
): number {
  const area = (points: Float32Array, at: number): number => {
    const [a, b, c] = [triangles[at]! * 2, triangles[at + 1]! * 2, triangles[at + 2]! * 2];
    return (
      (points[b]! - points[a]!) * (points[c + 1]! - points[a + 1]!) -
      (points[c]! - points[a]!) * (points[b + 1]! - points[a + 1]!)
    );
  };
  let min = Number.POSITIVE_INFINITY;
  for (let at = 0; at < triangles.length; at += 3) {
    const corner = triangles[at]! * 2;
    if (isShown(from[corner]!, from[corner + 1]!)) {
      min = Math.min(min, area(to, at) / area(from, at));
    }
  }
  return min;
}
