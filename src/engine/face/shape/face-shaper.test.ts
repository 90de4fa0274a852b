import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { createHeadPose } from '../../track/head-pose.ts';
import {
  LEFT_BROW,
  LEFT_EYE,
  LIPS_INNER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import {
  createFaceShaper,
  createHeadShaper,
  createShapeMemory,
  type SourceView,
} from './face-shaper.ts';
import { toFrontalShape } from './face-shape.ts';

const FRAME_US = 40_000;
const pose = {
  ...createHeadPose(),
  scale: 10,
  rotation: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
};

describe('the shape of a source on a target', () => {
  it('changes nothing on the source itself', () => {
    const mesh = makeMesh(() => {});
    const shaped = shapeOnto(mesh, mesh);
    expect(largestChange(shaped, mesh)).toBeLessThan(1e-3);
  });

  it('takes over the width of the jaw, but not a mouth that is open in the photo', () => {
    const target = makeMesh(() => {});
    const source = makeMesh((mesh) => {
      movePoint(mesh, 172, -6, 0);
      openMouth(mesh, 24);
    });
    const shaped = shapeOnto(source, target);
    expect(shaped[172 * 3]! - target[172 * 3]!).toBeLessThan(-4);
    expect(Math.abs(shaped[152 * 3 + 1]! - target[152 * 3 + 1]!)).toBeLessThan(2);
  });

  it('grows hardly beyond the temples, where hair and background are, but shrinks there', () => {
    const target = makeMesh(() => {});
    const movedBy = (x: number): number => {
      const source = makeMesh((mesh) => movePoint(mesh, 127, x, 0));
      return shapeOnto(source, target)[127 * 3]! - target[127 * 3]!;
    };
    // The point lies on the right of the middle.
    expect(movedBy(12)).toBeLessThan(4);
    expect(movedBy(12)).toBeGreaterThan(2);
    expect(movedBy(-12)).toBeLessThan(-8);
  });

  it('is whole on a head that is drawn with it, whatever the shape of the target, and turned too', () => {
    const source = makeMesh(() => {});
    const target = makeMesh((mesh) => {
      movePoint(mesh, 172, 14, 0);
      movePoint(mesh, 127, -20, 6);
      movePoint(mesh, 5, 0, 9);
    });
    const turned = { ...pose, yaw: 0.6 };
    const shaper = createHeadShaper(face, toFrontalShape({ landmarks: source, pose }, face));
    const memory = createShapeMemory();
    const posed = { landmarks: target, pose: turned };
    shaper.learn(memory, posed, null);
    const shaped = target.slice();
    shaper.shape(memory, posed, shaped);
    // The target's frame begins at the middle of its face.
    const middle = shaped[168 * 3]! - source[168 * 3]!;
    for (const point of [172, 127, 5]) {
      expect(shaped[point * 3]! - middle).toBeCloseTo(source[point * 3]!, 0);
    }
  });

  it('leaves closed eyes closed and an open mouth open', () => {
    const target = makeMesh(() => {});
    const speaking = makeMesh((mesh) => {
      closeEye(mesh);
      openMouth(mesh, 10);
    });
    const source = makeMesh((mesh) => {
      for (const point of LEFT_EYE) {
        movePoint(mesh, point, 3, 2);
      }
    });
    const shaper = createFaceShaper(face, toFrontalShape({ landmarks: source, pose }, face));
    const memory = createShapeMemory();
    shaper.learn(memory, { landmarks: target, pose }, null);
    shaper.learn(memory, { landmarks: speaking, pose }, FRAME_US);
    const shaped = speaking.slice();
    shaper.shape(memory, { landmarks: speaking, pose }, shaped);
    const gap = (mesh: Float32Array, upper: number, lower: number): number =>
      mesh[lower * 3 + 1]! - mesh[upper * 3 + 1]!;
    expect(Math.abs(gap(shaped, 159, 145))).toBeLessThan(0.1);
    expect(gap(shaped, 13, 14)).toBeCloseTo(gap(speaking, 13, 14), 0);
    expect(shaped[159 * 3]! - speaking[159 * 3]!).toBeGreaterThan(1);
  });

  it('is drawn from where the photo shows it, but for where the camera of the target stands', () => {
    const mesh = makeMesh((points) => {
      points[1 * 3 + 2] = -20;
    });
    const shape = toFrontalShape({ landmarks: mesh, pose }, face);
    const drawn = (view: SourceView, pitch: number, yaw = 0): Float32Array => {
      const shaper = createFaceShaper(face, shape, view);
      const memory = createShapeMemory();
      const posed = { landmarks: mesh, pose: { ...pose, yaw, pitch } };
      shaper.learn(memory, posed, null);
      const shaped = mesh.slice();
      shaper.shape(memory, posed, shaped);
      return shaped;
    };
    const nose = 1 * 3;
    expect(drawn({ yaw: 0.4, pitch: 0 }, 0)[nose]! - mesh[nose]!).toBeGreaterThan(3);
    expect(drawn({ yaw: 0, pitch: 0.2 }, 0)[nose + 1]! - mesh[nose + 1]!).toBeLessThan(-1);
    expect(largestChange(drawn({ yaw: 0, pitch: 0.2 }, 0.2), mesh)).toBeLessThan(0.1);
    expect(drawn({ yaw: 0, pitch: 0 }, 0, 0.2)[nose]! - mesh[nose]!).toBeLessThan(-1);
  });

  it('keeps a smile for as long as the target smiles', () => {
    const shaper = createFaceShaper(face, toFrontalShape({ landmarks: calm, pose }, face));
    const memory = createShapeMemory();
    shaper.learn(memory, { landmarks: calm, pose }, null);
    for (let frame = 0; frame < 100; frame += 1) {
      shaper.learn(memory, { landmarks: smiling, pose }, FRAME_US);
    }
    const shaped = smiling.slice();
    shaper.shape(memory, { landmarks: smiling, pose }, shaped);
    expect(Math.abs(shaped[291 * 3]! - smiling[291 * 3]!)).toBeLessThan(2);
    expect(Math.abs(shaped[291 * 3 + 1]! - smiling[291 * 3 + 1]!)).toBeLessThan(2);
  });

  it('soon takes a clip that begins with raised brows for what it is', () => {
    const surprised = makeMesh((mesh) => {
      openMouth(mesh, 20);
      for (const point of [...LEFT_BROW, ...RIGHT_BROW]) {
        movePoint(mesh, point, 0, -8);
      }
    });
    const shaper = createFaceShaper(face, toFrontalShape({ landmarks: calm, pose }, face));
    const memory = createShapeMemory();
    shaper.learn(memory, { landmarks: surprised, pose }, null);
    for (let frame = 0; frame < 25; frame += 1) {
      shaper.learn(memory, { landmarks: calm, pose }, FRAME_US);
    }
    const shaped = calm.slice();
    shaper.shape(memory, { landmarks: calm, pose }, shaped);
    expect(largestChange(shaped, calm)).toBeLessThan(2);
  });

  it('keeps raised brows of a clip that began calm', () => {
    const surprised = makeMesh((mesh) => {
      for (const point of [...LEFT_BROW, ...RIGHT_BROW]) {
        movePoint(mesh, point, 0, -8);
      }
    });
    const shaper = createFaceShaper(face, toFrontalShape({ landmarks: calm, pose }, face));
    const memory = createShapeMemory();
    shaper.learn(memory, { landmarks: calm, pose }, null);
    for (let frame = 0; frame < 50; frame += 1) {
      shaper.learn(memory, { landmarks: surprised, pose }, FRAME_US);
    }
    const shaped = surprised.slice();
    shaper.shape(memory, { landmarks: surprised, pose }, shaped);
    expect(largestChange(shaped, surprised)).toBeLessThan(2);
  });

  it('shows brows and lids that a target raises all the time', () => {
    const [brow, upperLid, lowerLid] = [RIGHT_BROW[4]!, RIGHT_EYE[4]!, RIGHT_EYE[12]!];
    const surprised = makeMesh((mesh) => {
      for (const point of [...LEFT_BROW, ...RIGHT_BROW]) {
        movePoint(mesh, point, 0, -4);
      }
      for (const point of [...LEFT_EYE.slice(1, 8), ...RIGHT_EYE.slice(1, 8)]) {
        movePoint(mesh, point, 0, -4);
      }
    });
    const shaped = shapeOnto(calm, surprised);
    expect(shaped[brow * 3 + 1]! - calm[brow * 3 + 1]!).toBeLessThan(-0.5);
    const opening = (mesh: Float32Array): number =>
      Math.abs(mesh[lowerLid * 3 + 1]! - mesh[upperLid * 3 + 1]!);
    expect(opening(shaped) / opening(surprised)).toBeGreaterThan(0.8);
  });

  it('takes nothing of a smile over from a photo', () => {
    const shaped = shapeOnto(smiling, calm);
    expect(shaped[291 * 3]! - calm[291 * 3]!).toBeLessThan(3);
    expect(shaped[291 * 3 + 1]! - calm[291 * 3 + 1]!).toBeGreaterThan(-2);
  });

  it('is not put on a face seen from the side', () => {
    const target = makeMesh(() => {});
    const source = makeMesh((mesh) => {
      movePoint(mesh, 172, -6, 0);
    });
    expect(largestChange(shapeOnto(source, target, 0.9), target)).toBe(0);
  });
});

/** Face with points on a grid, and features at the positions that the tests need. */
const face = makeFace();

const calm = makeMesh(() => {});
const smiling = makeMesh((mesh) => {
  for (const [point, side] of [
    [61, -1],
    [291, 1],
    [78, -1],
    [308, 1],
  ] as const) {
    movePoint(mesh, point, side * 8, -4);
  }
});

function makeFace(): CanonicalFace {
  const positions = new Float32Array(MESH_POINT_COUNT * 3);
  const texture = new Float32Array(MESH_POINT_COUNT * 2);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    positions[point * 3] = (point % 22) - 10.5;
    positions[point * 3 + 1] = 20 - Math.floor(point / 22);
  }
  const put = (point: number, x: number, y: number): void => {
    positions[point * 3] = x;
    positions[point * 3 + 1] = y;
  };
  for (const [eye, side] of [
    [LEFT_EYE, -1],
    [RIGHT_EYE, 1],
  ] as const) {
    eye.forEach((point, index) => {
      const angle = (index / 16) * 2 * Math.PI;
      put(point, side * (3 + 1.5 * Math.cos(angle)), 3 + 0.5 * Math.sin(angle));
    });
  }
  for (const [brow, side] of [
    [LEFT_BROW, -1],
    [RIGHT_BROW, 1],
  ] as const) {
    brow.forEach((point, index) => put(point, side * (1.5 + 0.3 * index), 5));
  }
  LIPS_INNER.forEach((point, index) => {
    put(point, 2 * Math.cos(Math.PI - (index / 20) * 2 * Math.PI), -4);
  });
  put(61, -2.5, -4);
  put(291, 2.5, -4);
  put(152, 0, -8);
  put(172, -6, -5.5);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    texture[point * 2] = 0.5 + positions[point * 3]! / 22;
    texture[point * 2 + 1] = 0.5 - positions[point * 3 + 1]! / 44;
  }
  const points = Uint16Array.of(0, 21, 440, 461);
  return {
    positions,
    texture,
    triangles: new Uint16Array(0),
    poseBasis: { points, weights: Float32Array.of(1, 1, 1, 1) },
  };
}

function makeMesh(change: (mesh: Float32Array<ArrayBuffer>) => void): Float32Array<ArrayBuffer> {
  const mesh = face.positions.map(
    (value, at) => [100, 100, 0][at % 3]! + [10, -10, -10][at % 3]! * value,
  );
  change(mesh);
  return mesh;
}

function movePoint(mesh: Float32Array, point: number, x: number, y: number): void {
  mesh[point * 3]! += x;
  mesh[point * 3 + 1]! += y;
}

function openMouth(mesh: Float32Array, gap: number): void {
  for (const point of [14, 87, 317, 152]) {
    movePoint(mesh, point, 0, gap);
  }
}

function closeEye(mesh: Float32Array): void {
  for (const point of LEFT_EYE) {
    mesh[point * 3 + 1] = mesh[33 * 3 + 1]!;
  }
}

function shapeOnto(source: Float32Array, target: Float32Array, yaw = 0): Float32Array {
  const shaper = createFaceShaper(face, toFrontalShape({ landmarks: source, pose }, face));
  const memory = createShapeMemory();
  const mesh = { landmarks: target, pose: { ...pose, yaw } };
  shaper.learn(memory, mesh, null);
  const shaped = target.slice();
  shaper.shape(memory, mesh, shaped);
  return shaped;
}

function largestChange(a: Float32Array, b: Float32Array): number {
  return Math.max(...a.map((value, at) => Math.abs(value - b[at]!)));
}
