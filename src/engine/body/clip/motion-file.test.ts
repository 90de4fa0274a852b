import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BodyLayer, BodyLayers } from '../character/body-character.ts';
import { type BodyTrack, forEachLimb, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { readPreparedMotion, writePreparedMotion } from './motion-file.ts';
import type { PreparedCharacter } from './prepared-character.ts';

const [WIDTH, HEIGHT] = [6, 4];

/** Numbers whose decimals would be lost in shorter formats. */
const thirds = (length: number): Float32Array => Float32Array.from({ length }, (_, at) => at / 3);
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at * 7);

const layer = (part: BodyLayer['part']): BodyLayer => ({
  part,
  image: { left: -2, top: 1, width: 2, height: 2, pixels: bytes(16) },
  net: { points: thirds(8), passes: [Uint16Array.of(0, 1, 3), new Uint16Array()] },
});

const body = (layers: readonly BodyLayer[]): BodyLayers => ({
  width: WIDTH,
  height: HEIGHT,
  joints: thirds(JOINT_COUNT * JOINT_VALUES),
  layers,
  alpha: bytes(WIDTH * HEIGHT),
  lines: forEachLimb(() => ({ points: [[1 / 3, 2 / 3]], radii: [0.1 + 0.2] })),
  shown: forEachLimb((limb) => limb === 'leftArm'),
  hasSkirt: true,
  looseHair: { left: 0.5, top: 1, cell: 2, columns: 2, rows: 1, weights: thirds(2) },
});

const track: BodyTrack = {
  size: { width: WIDTH, height: HEIGHT },
  frameRate: { num: 24, den: 1 },
  timeBase: { num: 1, den: 24 },
  peopleCount: 1,
  cutCount: 0,
  frames: [
    {
      timestampUs: 0,
      durationUs: 41_667,
      joints: thirds(JOINT_COUNT * JOINT_VALUES),
      isSeen: true,
      face: null,
      scene: 0,
    },
  ],
};

const front = {
  ...body([layer('torso'), layer('rightArm')]),
  ground: { width: WIDTH, height: HEIGHT, pixels: bytes(WIDTH * HEIGHT * 4) },
  hasFootShadow: false,
};

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-motion-file-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a prepared motion and reads it again. */
async function store(prepared: PreparedCharacter): ReturnType<typeof readPreparedMotion> {
  const path = join(folder, 'prepared.jsonl');
  await writePreparedMotion(path, { track, prepared });
  return readPreparedMotion(path);
}

it('a prepared motion is the same after it was written and read', async () => {
  const prepared: PreparedCharacter = {
    front,
    bodies: [{ view: 'back', body: { ...body([layer('head')]), looseHair: null } }],
    tookMs: 12.5,
  };
  expect(await store(prepared)).toEqual({ track, prepared });
});

const torso = layer('torso');
const damaged: Readonly<Record<string, Partial<PreparedCharacter['front']>>> = {
  'joints are missing': { joints: thirds(3) },
  'the matte is too small': { alpha: bytes(1) },
  'the ground is too small': { ground: { width: WIDTH, height: HEIGHT, pixels: bytes(4) } },
  'hair has no weights': { looseHair: { ...front.looseHair!, weights: thirds(1) } },
  'a layer is too small': { layers: [{ ...torso, image: { ...torso.image, height: 2000 } }] },
  'a triangle has no point': {
    layers: [{ ...torso, net: { ...torso.net, passes: [Uint16Array.of(0, 1, 4)] } }],
  },
};

it.each(Object.entries(damaged))('a file in which %s has nothing to read', async (_, part) => {
  expect(await store({ front: { ...front, ...part }, bodies: [], tookMs: 1 })).toBeNull();
});
