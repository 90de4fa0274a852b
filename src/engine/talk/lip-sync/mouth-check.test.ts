import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { createHeadPose } from '../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { summariseMouths } from '../check/mouth-record.ts';
import { readMouthBasis } from '../mouth/mouth-basis.ts';
import { MOUTH_WIDTH_CM } from '../mouth/measures.ts';
import { toMouthRest } from '../mouth/mouth-rest.ts';
import { computeMiddleMs } from './frame-plan.ts';
import type { LipTask } from './lip-plan.ts';
import { countMeasured, createMouthCheck } from './mouth-check.ts';

const canonicalFace: CanonicalFace = {
  positions: new Float32Array(MESH_POINT_COUNT * 3),
  texture: new Float32Array(MESH_POINT_COUNT * 2),
  triangles: new Uint16Array(0),
  poseBasis: { points: Uint16Array.of(0), weights: Float32Array.of(1) },
};
const frame = createI420Frame(64, 64);
const pose = createHeadPose();
pose.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Creates a mesh with one pixel per centimetre and a lip gap in widths. */
function createMesh(gap: number): Float32Array {
  const mesh = new Float32Array(MESH_POINT_COUNT * 3);
  for (const point of [178, 87, 14, 317, 402]) {
    mesh[point * 3 + 1] = gap * MOUTH_WIDTH_CM;
  }
  mesh[33 * 3] = -20;
  mesh[263 * 3] = 20;
  return mesh;
}

function createTask(open: number, visible = 1): LipTask {
  return {
    face: {
      landmarks: createMesh(0),
      pose,
      box: { left: 0, top: 0, width: 60, height: 60 },
    },
    own: { rest: toMouthRest(createMesh(0).slice()), basis: readMouthBasis() },
    mouth: { open, wide: 0, jaw: 0, lift: 0 },
    isClosed: open === 0,
    tongue: 0,
    visible,
    shown: [],
  };
}

/** Checks frames of 40 ms with these planned and these measured openings. */
async function check(
  frames: readonly { readonly wanted: number; readonly found: number; readonly visible?: number }[],
  visemes: readonly VisemeSpan[],
) {
  const gaps = frames.filter(({ visible = 1 }) => visible === 1).map(({ found }) => found);
  const checking = createMouthCheck(
    { locate: () => Promise.resolve(createMesh(gaps.shift() ?? 0)) },
    canonicalFace,
    { visemes },
  );
  for (const [index, { wanted, visible }] of frames.entries()) {
    const task = createTask(wanted, visible);
    await checking.add(frame, { timeMs: index * 40 + 20, mesh: task.face.landmarks, task });
  }
  return summariseMouths([checking.samples()], visemes);
}

const pressed = (startMs: number): VisemeSpan => ({ viseme: 'PP', startMs, endMs: startMs + 50 });

it('counts the sounds at which lips meet, of those that fall on a mouth that is to be seen', async () => {
  const frames = [0.2, 0, 0.2, 0, 0.2, 0, 0.2].map((wanted, index) => ({
    wanted,
    // The second closure fails, the third is covered.
    found: index === 3 ? 0.08 : wanted,
    visible: index >= 4 ? 0 : 1,
  }));
  const { closures } = await check(frames, [40, 120, 205].map(pressed));
  expect(closures).toEqual({ count: 2, closed: 1 });
});

it('tells by how much lips are late, and how well they follow', async () => {
  const wantedAt = (index: number): number => 0.1 + 0.1 * Math.sin(index / 3);
  const late = Array.from({ length: 80 }, (_, index) => ({
    wanted: wantedAt(index),
    found: wantedAt(index - 2),
  }));
  const { offsetMs, correlation } = await check(late, []);
  expect(offsetMs).toBeGreaterThan(70);
  expect(offsetMs).toBeLessThan(90);
  expect(correlation).toBeGreaterThan(0.98);
});

it('says nothing of time where nothing moves', async () => {
  const still = Array.from({ length: 40 }, () => ({ wanted: 0, found: 0 }));
  expect(await check(still, [])).toEqual({
    closures: { count: 0, closed: 0 },
    offsetMs: null,
    correlation: null,
  });
});

it('looks at no pause once enough frames were looked at, but at closures to the end', async () => {
  const task = createTask(0);
  const minute = Array.from({ length: 3600 }, (_, index) => ({
    task,
    planned: { timestampUs: (index * 1e6) / 60, durationUs: 1e6 / 60, source: index },
  }));
  const visemes = [
    { viseme: 'sil', startMs: 0, endMs: 59_000 },
    pressed(59_000),
    { viseme: 'sil', startMs: 59_050, endMs: 60_000 },
  ] as const;
  const checking = createMouthCheck(
    { locate: () => Promise.resolve(createMesh(0)) },
    canonicalFace,
    {
      visemes,
    },
  );
  for (const { planned } of minute) {
    await checking.add(frame, {
      timeMs: computeMiddleMs(planned),
      mesh: task.face.landmarks,
      task,
    });
  }
  const samples = checking.samples();
  expect(samples.measured.length).toBeLessThan(770);
  expect(summariseMouths([samples], visemes).closures).toEqual({ count: 1, closed: 1 });
  const counted = countMeasured(
    minute.map((one) => one.task),
    minute.map(({ planned }) => planned),
    { visemes, from: minute.length },
  );
  expect(counted).toBe(samples.measured.length);
});
