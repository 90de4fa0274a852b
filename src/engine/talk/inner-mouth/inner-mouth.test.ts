import { describe, expect, it } from 'vitest';
import { FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import { createI420Frame } from '../../pixels/frame.ts';
import { createInnerMouth } from './inner-mouth.ts';
import { chooseMouthColours, computeLuma, paintMouth, shadowAt } from './mouth-colours.ts';
import type { OwnTeeth } from './own-teeth.ts';

const SIZE = 200;
const PER_CM = 25;
const UPPER = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const LOWER = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];
const SKIN = [190, 150, 130] as const;
const GREY = 120;

const position = {
  yaw: 0,
  pitch: 0,
  roll: 0,
  scale: PER_CM,
  rotation: Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]),
  middleX: SIZE / 2,
  middleY: SIZE / 2,
};

/** Creates arched lips five centimetres wide with a gap in centimetres in the middle. */
function makeLips(gapCm: number): Float32Array<ArrayBuffer> {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  UPPER.forEach((point, column) => {
    const x = (column / 10 - 0.5) * 5;
    const arch = 1 - (x / 2.5) ** 2;
    shape.set([x, 0, 0], point * 3);
    shape.set([x, gapCm * arch, 0], (LOWER[column] ?? 0) * 3);
  });
  shape.set([-2.6, 0, 0], 61 * 3);
  shape.set([2.6, 0, 0], 291 * 3);
  return shape;
}

function draw(gapCm: number, ownTeeth: OwnTeeth | null = null, below = GREY, shade = 0) {
  const frame = createI420Frame(SIZE, SIZE, { matrix: 'bt601', isFullRange: true });
  frame.y.fill(below);
  const mesh = makeLips(gapCm).map((value, at) =>
    at % 3 === 2 ? value * PER_CM : SIZE / 2 + value * PER_CM,
  );
  const mouth = createInnerMouth({
    closed: makeLips(0),
    position,
    skin: SKIN,
    ownTeeth,
    isParted: ownTeeth !== null,
  });
  mouth.draw(frame, { position, mesh }, { tongue: 0, shade });
  return frame;
}

/** Luma so far below the line where lips meet, in the middle of the mouth. */
const lumaAt = ({ y }: { y: Uint8Array }, belowCm: number, asideCm = 0.3): number =>
  y[Math.round(SIZE / 2 + belowCm * PER_CM) * SIZE + Math.round(SIZE / 2 + asideCm * PER_CM)] ?? 0;

describe('the inside of a mouth', () => {
  it('is not to be seen between lips that meet', () => {
    const { y, u, v } = draw(0);
    expect(y.every((value) => value === GREY)).toBe(true);
    expect(u.every((value) => value === 128) && v.every((value) => value === 128)).toBe(true);
  });

  it('is a line where lips meet that the picture shows parted, darker than they are, and nothing beside it', () => {
    const { y } = draw(0, { sample: () => 0 });
    const middle = Array.from({ length: SIZE }, (_, row) => y[row * SIZE + SIZE / 2] ?? 0);
    expect(Math.min(...middle)).toBeLessThan(GREY - 10);
    expect(middle.filter((value) => value !== GREY).length).toBeLessThan(5);
  });

  it('has upper teeth above a dark cavity, and leaves everything beside the lips alone', () => {
    const frame = draw(1.4);
    expect(lumaAt(frame, 0.15)).toBeGreaterThan(lumaAt(frame, 0.5) + 30);
    for (let row = 0; row < SIZE; row += 1) {
      for (let column = 0; column < SIZE; column += 1) {
        const x = (column + 0.5 - SIZE / 2) / PER_CM;
        const below = (row + 0.5 - SIZE / 2) / PER_CM;
        const lower = 1.4 * (1 - (x / 2.5) ** 2);
        if (below < -0.2 || below > Math.max(0, lower) + 0.2) {
          expect(frame.y[row * SIZE + column]).toBe(GREY);
        }
      }
    }
  });

  it('hides the image below up to the edges of the lips', () => {
    const edges = [0, 1.34];
    const lumas = [0, 255].map((below) => edges.map((cm) => lumaAt(draw(1.4, null, below), cm, 0)));
    expect(lumas[0]).toEqual(lumas[1]);
  });

  it('shows the teeth of the picture where it has some', () => {
    const white: OwnTeeth = {
      sample(_u, v, colour) {
        colour.fill(255);
        return v > 0.4 && v < 0.6 ? 1 : 0;
      },
    };
    expect(lumaAt(draw(1.4, white), 0.5)).toBeGreaterThan(lumaAt(draw(1.4), 0.5) + 80);
  });

  it('has less light in small gaps the more shade it has, also on own teeth, and as much in wide ones', () => {
    const white: OwnTeeth = { sample: (_u, _v, colour) => Number(colour.fill(255).length > 0) };
    for (const teeth of [null, white]) {
      const middleOf = (gapCm: number, shade: number): number =>
        lumaAt(draw(gapCm, teeth, GREY, shade), gapCm / 2);
      expect(middleOf(0.3, 1)).toBeLessThan(0.75 * middleOf(0.3, 0));
      expect(middleOf(1.4, 1)).toBe(middleOf(1.4, 0));
    }
  });

  it('gets darker towards the lower lip, so that no dark line is left between a light tongue and the lip', () => {
    const colour = new Float64Array(3);
    const colours = chooseMouthColours(SKIN);
    const spot = { x: 0.3, lowerLip: 1.4, tongue: 0 };
    const lumas = [0.3, 0.2, 0.1, 0.02].map((under) => {
      const over = 1.4 - under;
      paintMouth(colour, { ...spot, v: over, over, under, light: shadowAt(over, under) }, colours);
      return computeLuma([colour[0] ?? 0, colour[1] ?? 0, colour[2] ?? 0]);
    });
    expect(lumas).toEqual(lumas.toSorted((one, other) => other - one));
    expect(lumas.at(-1)).toBeLessThan((lumas[0] ?? 0) / 2);
  });

  it('goes with the skin: darker skin has darker teeth, and a cavity is dark red', () => {
    const colour = new Float64Array(3);
    const spot = { x: 0.3, v: 0.1, over: 0.3, under: 1, lowerLip: 1.4, tongue: 0, light: 1 };
    paintMouth(colour, spot, chooseMouthColours([220, 180, 160]));
    const light = colour[1] ?? 0;
    paintMouth(colour, spot, chooseMouthColours([120, 90, 70]));
    expect(colour[1]).toBeLessThan(light - 40);
    paintMouth(colour, { ...spot, v: 0.5, over: 0.5, under: 0.9 }, chooseMouthColours(SKIN));
    expect(colour[0]).toBeGreaterThan((colour[1] ?? 0) * 1.3);
  });
});
