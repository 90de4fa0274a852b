import { beforeAll, describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { BODY_MASK_SIZE, type BodyPose, joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { drawCastShadow } from './cast-shadow.ts';
import { SceneGround } from './scene-ground.ts';
import { createScenePlate, type ScenePlate } from './scene-plate.ts';
import { SceneRecorder } from './scene-recorder.ts';

const size = { width: 256, height: 256 };
const colour = { matrix: 'bt709', isFullRange: false } as const;
/** Width of the body, and the rows of its head and feet. */
const [WIDTH, TOP, FEET] = [24, 60, 180];
const light = { aside: 0.6, up: 0.35, strength: 0.4 };
const columns = [20, 55, 90, 125, 160, 195];

/** Draws a scene with a body and its shadow at a column; null draws the empty scene. */
function drawFrame(column: number | null): I420Frame {
  const frame = createI420Frame(size.width, size.height, colour);
  frame.u.fill(116);
  frame.v.fill(121);
  const isBody = (x: number, y: number): boolean =>
    column !== null && Math.abs(x - column) < WIDTH / 2 && y >= TOP && y < FEET;
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const height = (FEET - y) / light.up;
      const isShaded = height >= 0 && isBody(x - height * light.aside, FEET - height);
      const ground = 130 + 25 * Math.sin(x * 0.11 + Math.sin(y * 0.07) * 2);
      const lit = 16 + (ground - 16) * (isShaded ? 1 - light.strength : 1);
      const at = y * size.width + x;
      frame.y[at] = isBody(x, y) ? 235 : Math.round(lit);
      if (isShaded && x % 2 === 0 && y % 2 === 0) {
        const half = (y >> 1) * frame.strideU + (x >> 1);
        frame.u[half] = 128 - 12 * (1 - light.strength);
        frame.v[half] = 128 - 7 * (1 - light.strength);
      }
    }
  }
  return frame;
}

function createPose(column: number): BodyPose {
  const mask = new Uint8Array(BODY_MASK_SIZE ** 2);
  for (let y = TOP; y < FEET; y += 1) {
    mask.fill(
      255,
      y * BODY_MASK_SIZE + column - WIDTH / 2,
      y * BODY_MASK_SIZE + column + WIDTH / 2,
    );
  }
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES).fill(1);
  for (let at = 0; at < JOINT_COUNT; at += 1) {
    const isLeft = at % 2 === 1;
    const y =
      at <= 10 ? 70 : at <= 16 ? 85 : at <= 22 ? 110 : at <= 24 ? 125 : at <= 26 ? 150 : 178;
    joints.set([column + (isLeft ? 7 : -7), y], at * JOINT_VALUES);
  }
  joints.set([column, 66], joint.nose * JOINT_VALUES);
  const region = { centreX: 128, centreY: 128, width: 256, height: 256, rotation: 0 };
  return { joints, confidence: 1, region, mask };
}

let recorder: SceneRecorder;
let plate: ScenePlate;
const empty = drawFrame(null);

beforeAll(async () => {
  recorder = new SceneRecorder();
  for (const column of columns) {
    const seen = { planes: drawFrame(column), pose: createPose(column), scene: 0, timestampUs: 0 };
    recorder.add({ ...seen, face: null, faces: [] });
  }
  plate = await createScenePlate(recorder.finish()[0]!, () => Promise.resolve());
});

/** Removes the body from a frame, and returns the 99.5th percentile of the difference from the empty scene. */
function erase(frame: I420Frame, at: number, caster: Float32Array | null): number {
  const ground = new SceneGround(size, colour);
  const hidden = { holes: [recorder.frames[at]!.hole!] };
  ground.update(frame, { plate, view: plate.views[at]!, hidden, caster });
  const off = ground.frame.y.map((value, index) => Math.abs(value - empty.y[index]!));
  return off.toSorted()[Math.floor(off.length * 0.995)]!;
}

describe('the shadow of a driver', () => {
  it('goes with them where other frames show its ground in the light', () => {
    const { joints } = createPose(columns[2]!);
    expect(erase(drawFrame(columns[2]!), 2, joints)).toBeLessThan(6);
    expect(erase(drawFrame(columns[2]!), 2, null)).toBeGreaterThan(25);
  });

  it('says how another body casts one', () => {
    expect(plate.shadow?.aside).toBeCloseTo(light.aside, 0.5);
    expect(plate.shadow?.up).toBeCloseTo(light.up, 0.5);
    expect(plate.shadow?.strength).toBeCloseTo(light.strength, 1);
    const frame = drawFrame(null);
    drawCastShadow(frame, createPose(100).joints, light);
    const lossAt = (x: number, y: number): number =>
      1 - (frame.y[y * size.width + x]! - 16) / (empty.y[y * size.width + x]! - 16);
    // Shadow of the hips, and the ground on the other side.
    expect(lossAt(133, 160)).toBeGreaterThan(0.2);
    expect(lossAt(67, 160)).toBeLessThan(0.02);
  });

  it('is no change of the light, and nothing of another colour', () => {
    const { joints } = createPose(columns[3]!);
    const dimmed = drawFrame(columns[3]!);
    dimmed.y.forEach((value, at) => (dimmed.y[at] = 16 + (value - 16) * 0.9));
    const ground = new SceneGround(size, colour);
    const hidden = { holes: [recorder.frames[3]!.hole!] };
    const seen = { plate, view: plate.views[3]!, hidden, caster: joints };
    ground.update(dimmed, seen);
    const corner = 20 * size.width + 20;
    expect(ground.frame.y[corner]).toBe(dimmed.y[corner]);
    // Red bag beside the feet.
    const bag = drawFrame(columns[3]!);
    for (let y = 165; y < 180; y += 1) {
      for (let x = 80; x < 108; x += 1) {
        bag.y[y * size.width + x] = 90;
        bag.v[(y >> 1) * bag.strideV + (x >> 1)] = 190;
      }
    }
    ground.update(bag, seen);
    expect(ground.frame.y[172 * size.width + 90]).toBe(90);
  });
});
