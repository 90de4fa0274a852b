import { describe, expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { createHeadPose, type HeadPose, setRotationOfAngles } from '../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { CharacterPose } from '../draw/body-map.ts';
import { createHeadMap } from '../draw/torso-map.ts';
import { type BodyFace, type BodyFrame, joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { type OwnFace, alignFaces, alignHead } from './align-faces.ts';

const BRIDGE = 168;
const BRIDGE_CM = 9;
const FRAME_US = 40_000;

interface Angles {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
}

interface Person {
  /** Pixels per centimetre. */
  readonly scale: number;
  /** Middle of the shoulders. */
  readonly x: number;
  readonly y: number;
  /** Offset of the head from its usual position, in centimetres. */
  readonly aside?: number;
  readonly turned?: Angles;
}

const own: Person = { scale: 8, x: 300, y: 400 };
const driver: Person = { scale: 3, x: 90, y: 200 };

/** Returns the centre around which a head turns, 20 cm above the shoulders. */
const centreOf = ({ scale, x, y, aside = 0 }: Person) => ({
  x: x + aside * scale,
  y: y - 20 * scale,
});

function createPose({ scale, turned = {} }: Person): HeadPose {
  const pose = { ...createHeadPose(), ...turned, scale };
  setRotationOfAngles(pose);
  return pose;
}

/** Creates a face of which only the nasal bridge matters. */
function createFace(person: Person) {
  const pose = createPose(person);
  const { x, y } = centreOf(person);
  const landmarks = new Float32Array(MESH_POINT_COUNT * 3);
  const forward = BRIDGE_CM * person.scale;
  landmarks[BRIDGE * 3] = x - pose.rotation[2]! * forward;
  landmarks[BRIDGE * 3 + 1] = y - pose.rotation[5]! * forward;
  return { landmarks, pose };
}

/** Creates joints of which only shoulders and ears matter. */
function createJoints(person: Person): Float32Array {
  const { scale, x, y } = person;
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const centre = centreOf(person);
  for (const [side, offset] of [
    [1, 0],
    [-1, 1],
  ] as const) {
    joints.set([x + side * 18 * scale, y, 0, 1], (joint.leftShoulder + offset) * JOINT_VALUES);
    joints.set(
      [centre.x + side * 7 * scale, centre.y + 2 * scale, 0, 1],
      (joint.leftEar + offset) * JOINT_VALUES,
    );
  }
  return joints;
}

const source: OwnFace = { face: createFace(own), joints: createJoints(own) };

/** Creates frames of a driver; null hides the face. */
function listFrames(drivers: readonly (Person | null)[]): BodyFrame[] {
  return drivers.map((person, index) => ({
    timestampUs: index * FRAME_US,
    durationUs: FRAME_US,
    joints: createJoints(person ?? driver),
    isSeen: true,
    face: person === null ? null : createBodyFace(person),
    scene: 0,
  }));
}

function createBodyFace(person: Person): BodyFace {
  return {
    ...createFace(person),
    iris: new Float32Array(0),
    box: { left: 0, top: 0, width: 0, height: 0 },
    confidence: 1,
    mouth: {
      frame: createI420Frame(2, 2, { matrix: 'bt709', isFullRange: false }),
      left: 0,
      top: 0,
      skin: { y: 128, u: 128, v: 128 },
    },
    hands: [],
  };
}

/** Places the faces of a driver on a character that stands still, drawn at `size`. */
function place(drivers: readonly (Person | null)[], size = 1) {
  const frames = listFrames(drivers);
  const poses = frames.map((): CharacterPose => ({
    joints: source.joints,
    size,
    head: { turn: 0, size, x: 0, y: 0 },
  }));
  return alignFaces(source, frames, poses);
}

const moved = (placed: { readonly centre: { readonly x: number } }): number =>
  (placed.centre.x - centreOf(own).x) / own.scale;

describe('the head of a character on its neck', () => {
  it('does not turn over where the network finds a face upside down', () => {
    const drivers = Array.from({ length: 20 }, (_, index) =>
      index > 3 && index < 16 ? { ...driver, turned: { roll: 3 } } : driver,
    );
    const faces = place(drivers).map(({ face }) => face.pose.roll);
    expect(faces).toEqual(drivers.map(() => 0));
  });

  it('is where the still has it while the driver does not move', () => {
    const [placed] = place([driver, driver]);
    expect(placed!.centre.x).toBeCloseTo(centreOf(own).x, 3);
    expect(placed!.centre.y).toBeCloseTo(centreOf(own).y, 3);
    expect(placed!.scale).toBeCloseTo(own.scale / driver.scale, 5);
    const head = alignHead(source, placed!, 1);
    expect(head.turn).toBe(0);
    expect(head.y).toBeCloseTo(centreOf(own).y + 2 * own.scale, 3);
  });

  it('turns around its own middle', () => {
    const turns = [{ yaw: 0.5 }, { pitch: -0.3 }, { roll: 0.4 }, { yaw: -0.4, roll: -0.3 }];
    const placed = place([
      driver,
      driver,
      driver,
      ...turns.map((turned) => ({ ...driver, turned })),
    ]);
    for (const { centre } of placed) {
      expect(centre.x).toBeCloseTo(centreOf(own).x, 2);
      expect(centre.y).toBeCloseTo(centreOf(own).y, 2);
    }
  });

  it('has its face where its neck leads, however it is tilted and drawn', () => {
    for (const roll of [-0.6, 0, 0.35]) {
      for (const size of [0.5, 1, 1.7]) {
        const tilted = { ...driver, aside: 3, turned: { roll } };
        const placed = place([driver, driver, driver, driver, tilted], size).at(-1)!;
        const map = createHeadMap(source, {
          joints: source.joints,
          size,
          head: alignHead(source, placed, size),
        });
        const drawn = { x: 0, y: 0 };
        const { x, y } = centreOf(own);
        map(x, y, drawn);
        const { landmarks } = placed.face;
        expect(drawn.x).toBeCloseTo(landmarks[BRIDGE * 3]! * placed.scale + placed.shiftX, 2);
        expect(drawn.y).toBeCloseTo(landmarks[BRIDGE * 3 + 1]! * placed.scale + placed.shiftY, 2);
        // The crown is on the side to which the head is tilted.
        map(x, y - 12 * own.scale, drawn);
        expect(drawn.x - placed.centre.x).toBeCloseTo(12 * own.scale * size * Math.sin(roll), 2);
      }
    }
  });

  it('moves on its neck like the head of the driver, but no farther than a neck reaches', () => {
    const places = [0, 0, 0, 2, 40].map((aside) => ({ ...driver, aside }));
    const [, , , near, far] = place(places);
    expect(moved(near!)).toBeGreaterThan(1.8);
    expect(moved(near!)).toBeLessThanOrEqual(2);
    expect(moved(far!)).toBeGreaterThan(moved(near!));
    expect(moved(far!)).toBeLessThan(10);
  });

  it('goes back to its usual place where the face is not seen, and takes the nearest one', () => {
    const aside = { ...driver, aside: 4, turned: { roll: 0.2 } };
    const unseen = Array.from({ length: 20 }, () => null);
    const placed = place([...Array.from({ length: 30 }, () => driver), aside, ...unseen]);
    const [before, first, last] = [placed[30]!, placed[31]!, placed.at(-1)!];
    expect(moved(first)).toBeCloseTo(moved(before), 3);
    expect(moved(last)).toBeCloseTo(0, 3);
    expect(last.face).toBe(first.face);
  });

  it('does not follow a face that turns away just before it is lost', () => {
    const turning = { ...driver, aside: -6, turned: { yaw: -0.8, roll: 0.5 } };
    const seen = Array.from({ length: 30 }, () => driver);
    const unseen = Array.from({ length: 20 }, () => null);
    const lost = place([...seen, turning, turning, ...unseen]);
    expect(moved(lost[31]!)).toBeCloseTo(0, 3);
    expect(lost[33]!.face.pose.roll).toBe(0);
    // A driver who stays in profile is followed.
    const stays = place([...seen, ...seen.map(() => turning)]);
    expect(stays[40]!.face.pose.roll).toBe(0.5);
    expect(place([turning, null])[0]!.face.pose.roll).toBe(0.5);
  });

  it('keeps the last face that shows both eyes while the driver turns farther away', () => {
    const seen = Array.from({ length: 30 }, () => ({ ...driver, turned: { yaw: 0.5 } }));
    const away = seen
      .slice(5)
      .map(() => ({ ...driver, turned: { yaw: 0.8, pitch: 0.5, roll: 0.3 } }));
    const placed = place([...seen, ...away]);
    expect(placed[45]!.face).toBe(placed[29]!.face);
    expect(place(away)[5]!.face.pose.roll).toBe(0.3);
  });

  it('follows a face that stays turned away, without stutter near the limit', () => {
    const countFaces = (yawOf: (index: number) => number): number => {
      const turned = Array.from({ length: 200 }, (_, at) => ({
        ...driver,
        turned: { yaw: yawOf(at) },
      }));
      return new Set(place(turned).map(({ face }) => face)).size;
    };
    expect(countFaces((at) => (at === 7 ? 0.86 : 0.9))).toBe(200);
    expect(countFaces((at) => 0.87 + 0.02 * Math.sin(at * 1.3))).toBe(200);
    expect(countFaces((at) => (at < 100 ? 0.3 : 0.95))).toBe(200);
    // A look aside is replaced as a whole.
    expect(countFaces((at) => (at < 100 || at >= 140 ? 0.3 : 0.9))).toBe(160);
    expect(countFaces((at) => (at < 100 || at >= 120 ? 0.3 : 0.86 + (at % 2) * 0.02))).toBe(181);
  });

  it('does not freeze a short clip on its only frame from the front', () => {
    const turned = Array.from({ length: 20 }, (_, at) => ({
      ...driver,
      turned: { yaw: at === 3 ? 0.5 : 0.95 },
    }));
    expect(new Set(place(turned).map(({ face }) => face)).size).toBe(20);
  });

  it('has no place where the clip never shows a face', () => {
    expect(place([null, null])).toEqual([]);
  });
});
