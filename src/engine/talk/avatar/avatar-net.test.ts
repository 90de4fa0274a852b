import { expect, it } from 'vitest';
import { FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import { setRotationOfAngles } from '../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { AvatarNet } from './avatar-net.ts';

const [WIDTH, HEIGHT, PER_CM] = [480, 640, 12];
const [MIDDLE_X, MIDDLE_Y] = [240, 220];
const still = { x: 0, y: 0, width: 1 };

/** Creates a spherical head that faces forward, with its chin as the lowest point. */
function makeShape(): Float32Array<ArrayBuffer> {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const radius = 7 * Math.sqrt(point / MESH_POINT_COUNT);
    const x = radius * Math.cos(point * 2.4);
    const y = radius * Math.sin(point * 2.4);
    shape.set([x, y, -Math.sqrt(64 - x * x - y * y) / 2 + 3], point * 3);
  }
  shape.set([0, 7.5, 2], 152 * 3);
  return shape;
}

function poseAt(yaw: number, pitch: number) {
  const rotation = new Float32Array(9);
  const pose = { yaw, pitch, roll: 0, scale: PER_CM, rotation };
  setRotationOfAngles(pose);
  return { ...pose, middleX: MIDDLE_X, middleY: MIDDLE_Y };
}

function project(shape: Float32Array, { rotation: r, scale }: ReturnType<typeof poseAt>) {
  const mesh = new Float32Array(FACE_SHAPE_SIZE);
  for (let at = 0; at < FACE_SHAPE_SIZE; at += 3) {
    const [x, y, z] = [shape[at] ?? 0, shape[at + 1] ?? 0, shape[at + 2] ?? 0];
    for (let axis = 0; axis < 3; axis += 1) {
      const [a, b, c] = [r[axis * 3] ?? 0, r[axis * 3 + 1] ?? 0, r[axis * 3 + 2] ?? 0];
      const middle = [MIDDLE_X, MIDDLE_Y, 0][axis] ?? 0;
      mesh[at + axis] = middle + scale * (a * x + b * y + c * z);
    }
  }
  return mesh;
}

function createNet() {
  const shape = makeShape();
  const position = poseAt(0.2, -0.1);
  const landmarks = project(shape, position);
  const box = { left: 156, top: 136, width: 168, height: 168 };
  const face = { landmarks, iris: new Float32Array(30), pose: position, box };
  return { net: new AvatarNet({ width: WIDTH, height: HEIGHT, face, position, shape }), shape };
}

it('lies as in the portrait while nothing moves', () => {
  const { net, shape } = createNet();
  const own = poseAt(0.2, -0.1);
  net.deform(own, project(shape, own), still);
  for (let at = 0; at < net.count * 2; at += 1) {
    expect(Math.abs((net.to[at] ?? 0) - (net.from[at] ?? 0))).toBeLessThan(0.01);
  }
});

it('turns the head, and holds on to the edge of the picture and to the body', () => {
  const { net, shape } = createNet();
  const turned = poseAt(0.3, -0.05);
  net.deform(turned, project(shape, turned), { x: 0, y: -0.14, width: 1.003 });
  let max = 0;
  for (let node = 0; node < net.count; node += 1) {
    const [x, y] = [net.from[node * 2] ?? 0, net.from[node * 2 + 1] ?? 0];
    const moved = Math.hypot((net.to[node * 2] ?? 0) - x, (net.to[node * 2 + 1] ?? 0) - y);
    if (x === 0 || y === 0 || x === WIDTH || y === HEIGHT) {
      expect(moved).toBeLessThan(0.001);
    }
    if (y > MIDDLE_Y + 20 * PER_CM) {
      expect(moved).toBeLessThan(0.3 * PER_CM);
    }
    max = Math.max(max, moved);
  }
  expect(max).toBeGreaterThan(0.3 * PER_CM);
});
