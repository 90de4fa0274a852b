import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../../track/canonical-face.ts';
import { createHeadPose } from '../../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../../track/mesh-points.ts';
import type { TorsoMotion } from './torso-fit.ts';
import { createTorsoWatch, type TorsoWatch } from './torso-watch.ts';

const FRAME_US = 33_333;
/** Size of the matte, and its scale to the frame. */
const WIDTH = 160;
const HEIGHT = 120;
const SCALE = 0.25;
const CHIN_CM = 8;
/** Half of an outline relative to the chest: neck, shoulder and arm. */
const OUTLINE = [
  [0, -30],
  [7, -18],
  [5.5, -10],
  [12, -6.5],
  [19, -3],
  [22, 3],
  [23, 12],
  [24, 60],
] as const;

interface Somebody extends TorsoMotion {
  /** Column of the middle of the face in the frame. */
  readonly faceX: number;
  readonly faceY: number;
  readonly perCm: number;
  readonly roll: number;
  readonly hasArmUp: boolean;
  readonly neighbourX: number | null;
  readonly seed: number;
}

const upright: Somebody = {
  x: 0,
  y: 0,
  tilt: 0,
  width: 1,
  faceX: 320,
  faceY: 150,
  perCm: 8,
  roll: 0,
  hasArmUp: false,
  neighbourX: null,
  seed: 0,
};

const face: CanonicalFace = {
  positions: Float32Array.from({ length: MESH_POINT_COUNT * 3 }, (_, at) =>
    at === 152 * 3 + 1 ? -CHIN_CM : 0,
  ),
  texture: new Float32Array(),
  triangles: new Uint16Array(),
  poseBasis: { points: Uint16Array.of(1), weights: Float32Array.of(1) },
};

describe('the tracked torso', () => {
  it('is where it was while nothing moves', () => {
    const { x, y, tilt, width } = watchMoved({});
    expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(tilt), Math.abs(width - 1))).toBeLessThan(
      0.02,
    );
  });

  it.each([4, -4])('is seen %i cm aside of the neck', (x) => {
    const motion = watchMoved({ x });
    expect(Math.abs(motion.x - x)).toBeLessThan(0.7);
    expect(Math.abs(motion.y)).toBeLessThan(0.5);
    expect(Math.abs(motion.tilt)).toBeLessThan(0.04);
  });

  it.each([0.18, -0.18])('is seen tilted by %f', (tilt) => {
    const motion = watchMoved({ tilt });
    expect(Math.abs(motion.tilt - tilt)).toBeLessThan(0.04);
    expect(Math.abs(motion.x)).toBeLessThan(0.7);
  });

  it('is seen lifted by a shrug', () => {
    const motion = watchMoved({ y: -2.5 });
    expect(motion.y).toBeLessThan(-1.7);
    expect(motion.y).toBeGreaterThan(-3);
    expect(Math.abs(motion.tilt)).toBeLessThan(0.04);
  });

  it('is seen narrower when it turns aside', () => {
    const { width } = watchMoved({ width: 0.8 });
    expect(width).toBeGreaterThan(0.76);
    expect(width).toBeLessThan(0.87);
  });

  it('stays where it is while the head alone moves and rolls', () => {
    // The chest is 4 cm to the left of the position that the head now predicts.
    const motion = watchMoved({ faceX: 320 + 4 * 8, x: -4 });
    expect(Math.abs(motion.x + 4)).toBeLessThan(0.7);
    expect(Math.abs(watchMoved({ roll: 0.35 }).tilt)).toBeLessThan(0.03);
  });

  it('is found where the edge of the frame cuts off an arm', () => {
    const start = { faceX: 110 };
    const motion = watchMoved({ ...start, x: 3, tilt: 0.1 }, start);
    expect(Math.abs(motion.x - 3)).toBeLessThan(0.8);
    expect(Math.abs(motion.tilt - 0.1)).toBeLessThan(0.05);
  });

  it('does not follow a raised arm or a person beside', () => {
    for (const beside of [{ hasArmUp: true }, { neighbourX: 620 }]) {
      const motion = watchMoved({ x: 3, ...beside });
      expect(Math.abs(motion.x - 3)).toBeLessThan(1.2);
      expect(Math.abs(motion.tilt)).toBeLessThan(0.07);
      expect(Math.abs(motion.width - 1)).toBeLessThan(0.08);
    }
  });

  it('hangs on the neck when the frame ends above it or shows no person', () => {
    const low = { faceY: 400 };
    const cut = watchMoved({ ...low, x: 4, roll: 0.3 }, low);
    expect(Math.abs(cut.x)).toBeLessThan(0.3);
    expect(cut.tilt).toBeCloseTo(0.3 * 0.18, 2);
    const watch = createTorsoWatch(face);
    const nothing = new Uint8Array(WIDTH * HEIGHT);
    for (let index = 0; index < 40; index += 1) {
      show(watch, upright, index, nothing);
    }
    expect(watch.motion).toMatchObject({ x: 0, y: 0, tilt: 0, width: 1 });
  });

  it('hangs again softly when it is not seen any more', () => {
    const watch = createWatch([...many(10, {}), ...many(15, { x: 4 })]);
    const before = watch.motion.x;
    const nothing = new Uint8Array(WIDTH * HEIGHT);
    show(watch, upright, 1, nothing);
    expect(watch.motion.x).toBeLessThan(before);
    expect(watch.motion.x).toBeGreaterThan(before * 0.6);
  });

  it('is followed at once when it moves fast, and does not tremble with the edge of a matte', () => {
    const watch = createWatch([...many(10, {}), ...many(3, { x: 4 })]);
    expect(watch.motion.x).toBeGreaterThan(3.2);
    const still = createWatch(many(10, {}));
    let [min, max] = [9, -9];
    for (let seed = 1; seed < 24; seed += 1) {
      show(still, { ...upright, seed }, seed);
      min = Math.min(min, still.motion.x);
      max = Math.max(max, still.motion.x);
    }
    expect(max - min).toBeLessThan(0.12);
  });
});

function many(count: number, change: Partial<Somebody>): readonly Somebody[] {
  const person = { ...upright, ...change };
  return Array.from({ length: count }, () => person);
}

function createWatch(people: readonly Somebody[]): TorsoWatch {
  const watch = createTorsoWatch(face);
  people.forEach((person, index) => show(watch, person, index));
  return watch;
}

/** Measures the torso of a person who was upright, then moved and stays there. */
function watchMoved(change: Partial<Somebody>, start: Partial<Somebody> = {}): TorsoMotion {
  return createWatch([...many(10, start), ...many(12, change)]).motion;
}

function show(
  watch: TorsoWatch,
  person: Somebody,
  index: number,
  values = drawPerson(person),
): void {
  const landmarks = new Float32Array(MESH_POINT_COUNT * 3);
  landmarks[3] = person.faceX;
  landmarks[4] = person.faceY;
  const { roll, perCm: scale } = person;
  const rotation = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const pose = { ...createHeadPose(), roll, scale, rotation };
  const matte = { values, width: WIDTH, height: HEIGHT, scale: SCALE };
  watch.observe(matte, { landmarks, pose }, index === 0 ? null : FRAME_US);
}

/** Draws the matte of a person with a soft edge that jitters with a seed. */
function drawPerson(person: Somebody): Uint8Array {
  const drawn = mattes.get(person) ?? makeMatte(person);
  mattes.set(person, drawn);
  return drawn;
}

const mattes = new WeakMap<Somebody, Uint8Array>();

function makeMatte(person: Somebody): Uint8Array {
  const { faceX, faceY, perCm, x, y, tilt, width, hasArmUp, neighbourX, seed } = person;
  const matte = new Uint8Array(WIDTH * HEIGHT);
  const chestX = faceX + x * perCm;
  const chestY = faceY + (CHIN_CM + 3.5 + 8 + y) * perCm;
  let state = seed * 2_654_435_761;
  for (let at = 0; at < matte.length; at += 1) {
    const px = ((at % WIDTH) + 0.5) / SCALE;
    const py = (Math.floor(at / WIDTH) + 0.5) / SCALE;
    const dx = (px - chestX) / perCm;
    const dy = (py - chestY) / perCm;
    const across = Math.abs(Math.cos(tilt) * dx + Math.sin(tilt) * dy) / width;
    const down = Math.cos(tilt) * dy - Math.sin(tilt) * dx;
    let inside = toHalfOutline(down) - across;
    if (hasArmUp && dx > 0) {
      inside = Math.max(inside, 4 - Math.abs(dx - 21), dy < 8 ? -9 : inside);
    }
    if (neighbourX !== null) {
      inside = Math.max(inside, 14 - Math.abs((px - neighbourX) / perCm));
    }
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const noise = seed === 0 ? 0 : (state / 2_147_483_648 - 0.5) * 0.8;
    matte[at] = Math.max(0, Math.min(255, 128 + (inside + noise) * perCm * 25));
  }
  return matte;
}

function toHalfOutline(down: number): number {
  for (let corner = 1; corner < OUTLINE.length; corner += 1) {
    const [width, height] = OUTLINE[corner - 1]!;
    const [endWidth, endHeight] = OUTLINE[corner]!;
    if (down < endHeight) {
      return width + ((endWidth - width) * (down - height)) / (endHeight - height);
    }
  }
  return 24;
}
