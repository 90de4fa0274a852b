import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_INNER,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { createRestMeasures, expressionReducerOf, type RestMeasures } from './expressive-change.ts';
import { FACE_SHAPE_SIZE, type FrontalShape } from './face-shape.ts';

const BROWS = [...LEFT_BROW, ...RIGHT_BROW];
const LIP_CORNERS = [61, 291];
const [UPPER_LID, LOWER_LID] = [159, 145];
const INNER_BROW = 55;
const UPPER_LIP = 13;

describe('the change to the shape of another person', () => {
  it('is kept where both show the same', () => {
    const change = reduce({});
    expect(Math.max(...change.map(Math.abs))).toBe(0);
  });

  it('keeps most of low brows, and less when wide eyes say that the target raises its own', () => {
    const low = moved(BROWS, 0.4);
    const brows = reduce(low)[INNER_BROW * 3 + 1]!;
    expect(brows).toBeGreaterThan(0.2);
    expect(brows).toBeLessThan(0.35);
    const narrow = { ...low, ...moved([UPPER_LID, 160, 158, 386, 387, 385], 0.25) };
    const surprised = reduce(narrow);
    expect(surprised[INNER_BROW * 3 + 1]).toBeLessThan(brows - 0.05);
    expect(surprised[UPPER_LID * 3 + 1]! - surprised[LOWER_LID * 3 + 1]!).toBeLessThan(0.1);
  });

  it('keeps less of the height of mouth corners the wider the smile that was removed', () => {
    const cornerAfter = (smiles: Smiles): number => {
      const change = reduce(moved(LIP_CORNERS, -0.2), smiles);
      return change[UPPER_LIP * 3 + 1]! - change[LIP_CORNERS[0]! * 3 + 1]!;
    };
    const calm = cornerAfter({ source: 0, target: 0 });
    expect(calm).toBeGreaterThan(0.03);
    expect(calm).toBeLessThan(0.1);
    expect(cornerAfter({ source: 1, target: 0 })).toBeLessThan(calm / 2);
    expect(cornerAfter({ source: 0, target: 1 })).toBeLessThan(calm / 2);
  });

  it('takes little of the lift of corners over that is due to the view of a photo', () => {
    const turned = toShape(moved(LIP_CORNERS, -0.3));
    const measures = createRestMeasures();
    reducer.measure(toShape({}), measures.values);
    reducer.reduce(turned, measures, measures);
    const lifted = turned[UPPER_LIP * 3 + 1]! - turned[LIP_CORNERS[1]! * 3 + 1]!;
    expect(lifted).toBeCloseTo(0.09, 2);
  });

  it('evens corners that only one side of a photo raises', () => {
    const change = reduce({ [LIP_CORNERS[0]!]: -0.3 });
    const uneven = change[LIP_CORNERS[1]! * 3 + 1]! - change[LIP_CORNERS[0]! * 3 + 1]!;
    expect(uneven).toBeLessThan(0.1);
  });
});

type Smiles = Readonly<Record<'source' | 'target', number>>;
/** Downward movements in centimetres by point. */
type Moves = Readonly<Record<number, number>>;

const face = makeFace();
const reducer = expressionReducerOf(face);

/** Returns the change from the average face to one that is moved so. */
function reduce(moves: Moves, smiles: Smiles = { source: 0, target: 0 }): FrontalShape {
  const change = toShape(moves);
  const toMeasures = (shape: FrontalShape, smile: number): RestMeasures => {
    const measures = { ...createRestMeasures(), smile };
    reducer.measure(shape, measures.values);
    return measures;
  };
  const average = toMeasures(toShape({}), smiles.target);
  reducer.reduce(change, toMeasures(change, smiles.source), average);
  return change;
}

function toShape(moves: Moves): FrontalShape {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  for (const [point, down] of Object.entries(moves)) {
    shape[Number(point) * 3 + 1] = down;
  }
  return shape;
}

function moved(points: readonly number[], down: number): Moves {
  return Object.fromEntries(points.map((point) => [point, down]));
}

/** Face with a mouth of 5 centimetres, eyes of 3 and brows 2 centimetres above them. */
function makeFace(): CanonicalFace {
  const positions = new Float32Array(MESH_POINT_COUNT * 3);
  const put = (points: readonly number[], toPosition: (turn: number) => [number, number]): void => {
    points.forEach((point, index) => {
      positions.set([...toPosition((index / points.length) * 2 * Math.PI), 0], point * 3);
    });
  };
  put(FACE_OVAL, (turn) => [7 * Math.sin(turn), 9 * Math.cos(turn)]);
  for (const [eye, brow, side] of [
    [LEFT_EYE, LEFT_BROW, -1],
    [RIGHT_EYE, RIGHT_BROW, 1],
  ] as const) {
    put(eye, (turn) => [side * (3.2 + 1.5 * Math.cos(turn)), 2 + 0.5 * Math.sin(turn)]);
    put(brow, (turn) => [side * (3.2 + 1.6 * Math.cos(turn)), 4 + 0.2 * Math.sin(turn)]);
  }
  put(LIPS_OUTER, (turn) => [-2.5 * Math.cos(turn), 0.8 * Math.sin(turn) - 4]);
  put(LIPS_INNER, (turn) => [-2.4 * Math.cos(turn), -4]);
  const texture = Float32Array.from({ length: MESH_POINT_COUNT * 2 }, (_, at) => {
    const value = positions[(at >> 1) * 3 + (at % 2)]!;
    return at % 2 === 0 ? 0.5 + value / 16 : 0.5 - value / 20;
  });
  return {
    positions,
    texture,
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}
