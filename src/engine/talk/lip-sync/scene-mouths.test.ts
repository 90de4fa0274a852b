import { expect, it } from 'vitest';
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { createHeadPose } from '../../track/head-pose.ts';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { measureMouth, MOUTH_WIDTH_CM } from '../mouth/measures.ts';
import type { ClipSpeaker } from './choose-speaker.ts';
import { prepareMouths } from './scene-mouths.ts';
import type { ClipFace, ClipFrame } from './tracked-clip.ts';

const ROWS = [1, 3, 2, 0];
const HALF = MOUTH_WIDTH_CM / 2;

/** Creates a frontal shape with a lip gap in widths, five centimetres below the nose, and so much wider per gap. */
function makeShape(gap: number, wider = 0): FrontalShape {
  const shape = new Float32Array(MESH_POINT_COUNT * 3);
  shape.set([0, 0, 0], 2 * 3);
  shape.set([0, -6, 0], 168 * 3);
  shape.set([0, 11 + gap, 0], 152 * 3);
  for (let column = 0; column <= 10; column += 1) {
    const along = (-HALF + (column / 10) * 2 * HALF) * (1 + wider * gap);
    const arch = column % 10 === 0 ? 0 : 1;
    ROWS.forEach((row, index) => {
      const away = arch * ((gap * MOUTH_WIDTH_CM) / 2 + index * 0.15);
      const lower = REFINED_LIPS[row * 20 + column] ?? 0;
      const upper = REFINED_LIPS[row * 20 + ((20 - column) % 20)] ?? 0;
      shape.set([along, 5 + away, 0], lower * 3);
      shape.set([along, 5 - away, 0], upper * 3);
    });
  }
  return shape;
}

function makeFace(): CanonicalFace {
  const shape = makeShape(0);
  const positions = shape.map((value, at) => (at % 3 === 1 ? -value : value));
  const texture = new Float32Array(MESH_POINT_COUNT * 2);
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    texture[point * 2] = 0.5 + shape[point * 3]! / 20;
    texture[point * 2 + 1] = 0.5 + shape[point * 3 + 1]! / 30;
  }
  const poseBasis = { points: Uint16Array.of(168, 2), weights: Float32Array.of(1, 1) };
  return { positions, texture, triangles: new Uint16Array(0), poseBasis };
}

/** Prepares the mouths of a person with these lip gaps in widths, one per frame of a clip. */
async function prepareScene(gaps: readonly number[], wider = 0) {
  const shapes = gaps.map((gap) => makeShape(gap, wider));
  const faces = shapes.map((landmarks): ClipFace => ({
    id: 1,
    landmarks,
    pose: createHeadPose(),
    box: { left: 0, top: 0, width: 100, height: 100 },
    signature: Float32Array.of(1, 1, 1),
    isCovered: false,
  }));
  const frames = faces.map((face, index): ClipFrame => ({
    timestampUs: index * 40_000,
    durationUs: 40_000,
    scene: 0,
    faces: [face],
  }));
  const speaker: ClipSpeaker = { faces, shapes, people: 1, reason: 'only_person' };
  const pause = (): Promise<void> => Promise.resolve();
  const { scenes } = await prepareMouths(frames, speaker, { canonicalFace: makeFace(), pause });
  return scenes[0]!;
}

it('a mouth whose lips meet now and then rests in that shape', async () => {
  const { own } = await prepareScene([0, 0, 0.2, 0.3, 0.2, 0, 0.1, 0.2]);
  const { measures } = own.rest;
  expect(measures.open).toBeCloseTo(0, 3);
});

it('a mouth whose lips never meet rests closed at its own width', async () => {
  const gaps = [0.12, 0.2, 0.3, 0.25, 0.12, 0.15, 0.2, 0.3];
  const { own } = await prepareScene(gaps);
  const { measures, shape } = own.rest;
  expect(measures.open).toBeCloseTo(0, 3);
  expect(measures.wide).toBeCloseTo(measureMouth(makeShape(0.12)).wide, 2);
  // The nose stays where it is.
  expect(shape[2 * 3 + 1]).toBeCloseTo(0);
});

it('a mouth of the library has the speed of its lips, from the frames beside it', async () => {
  const { library } = await prepareScene([0, 0, 0.1, 0.3, 0.3, 0.2, 0]);
  const speeds = new Map(library.map(({ index, speed }) => [index, speed]));
  [0, 0.05, 0.15, 0.1, 0.05, 0.15, 0].forEach((speed, index) => {
    expect(speeds.get(index)).toBeCloseTo(speed, 3);
  });
});

it('a person who opens the mouth little does so for other words, and the mouth of one who hardly does is drawn', async () => {
  const [usual, little, hardly] = await Promise.all(
    [0.24, 0.15, 0.06].map((gap) => prepareScene([0, 0, gap, gap, 0, 0.1 * gap, gap, gap])),
  );
  expect(usual!.strength).toBeCloseTo(1, 2);
  expect(little!.strength).toBeGreaterThan(0.7);
  expect(little!.strength).toBeLessThan(0.85);
  expect(little!.library).not.toEqual([]);
  expect(hardly!.library).toEqual([]);
});

it('open mouths are drawn wider the less the person’s own get wider, and none of a clip narrower', async () => {
  const [narrower, usual, wider, widest, closed] = await Promise.all(
    [-0.1, 0, 0.1, 0.5, null].map((by) =>
      by === null
        ? prepareScene([0, 0, 0.02, 0.02])
        : prepareScene([0, 0, 0.2, 0.3, 0.1, 0, 0.2, 0.3], by),
    ),
  );
  expect(narrower!.widening).toBeCloseTo(usual!.widening + 0.1, 2);
  expect(wider!.widening).toBeCloseTo(usual!.widening - 0.1, 2);
  expect(widest!.widening).toBe(0);
  expect(closed!.widening).toBeLessThan(0);
});
