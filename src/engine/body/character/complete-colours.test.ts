import { expect, it } from 'vitest';
import { completeColours } from './complete-colours.ts';

const [WIDTH, HEIGHT] = [96, 48];
const red = [190, 30, 35];
const white = [235, 235, 235];
const black = [20, 20, 24];

it('continues an open jacket at its side where the striped shirt below it peeps out', async () => {
  const count = WIDTH * HEIGHT;
  const colours = new Float32Array(count * 3);
  const [hole, isKnown] = [new Uint8Array(count), new Uint8Array(count)];
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    const shirt = y % 8 < 4 ? white : black;
    const isShirt = (x > 28 && x < 48) || x > 72;
    colours.set(isShirt ? shirt : red, index * 3);
    // An arm hides the right side.
    hole[index] = x >= 76 ? 1 : 0;
    isKnown[index] = x >= 76 ? 0 : 1;
  }
  const task = { width: WIDTH, height: HEIGHT, colours, hole, isKnown, bandRows: 24 };
  const completed = await completeColours(task, () => Promise.resolve());
  let striped = 0;
  for (let index = 0; index < count; index += 1) {
    const [x, green] = [index % WIDTH, completed[index * 3 + 1]];
    striped += x >= 84 && Math.abs(green! - red[1]!) > 20 ? 1 : 0;
  }
  expect(striped / (HEIGHT * (WIDTH - 84))).toBeLessThan(0.2);
});

/** Returns the fraction of the completed pixels that are darker than cloth of `white`. */
function darkPart(completed: Float32Array, hole: Uint8Array): number {
  let [dark, count] = [0, 0];
  for (const [index, value] of hole.entries()) {
    count += value;
    dark += value === 1 && completed[index * 3]! < 150 ? 1 : 0;
  }
  return dark / count;
}

it('does not copy what the rim of the hole does not show, as a bow on a shirt', async () => {
  const count = WIDTH * HEIGHT;
  const colours = new Float32Array(count * 3);
  const hole = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    const isBow = x > 50 && x < 62 && y > 4 && y < 44;
    colours.set(isBow ? black : white, index * 3);
    hole[index] = x >= 70 ? 1 : 0;
  }
  const isKnown = hole.map((value) => 1 - value);
  const task = { width: WIDTH, height: HEIGHT, colours, hole, isKnown, bandRows: 24 };
  const completed = await completeColours(task, () => Promise.resolve());
  expect(darkPart(completed, hole)).toBe(0);
});

/** Colours of a jacket with sides of different colours over a white shirt, by column. */
const stripes = [black, white, red];
const colourAt = (x: number): number[] => stripes[Math.floor((x * 3) / WIDTH)]!;

/** Completes stripes behind an arm that hides a whole band but for `rim` columns at its left. */
async function completeStripes(rim: number, rimColour: number[] | null): Promise<Float32Array> {
  const count = WIDTH * HEIGHT;
  const colours = new Float32Array(count * 3);
  const hole = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    const isArm = y >= 15 && y < 33;
    hole[index] = isArm && x >= rim ? 1 : 0;
    colours.set(isArm && x < rim ? (rimColour ?? colourAt(x)) : colourAt(x), index * 3);
  }
  const isKnown = hole.map((value) => 1 - value);
  const task = { width: WIDTH, height: HEIGHT, colours, hole, isKnown, bandRows: 16 };
  return completeColours(task, () => Promise.resolve());
}

it.each([
  ['entirely', 0, null],
  ['but for a rim of the cloth', 2, null],
  ['but for the rim of the arm, which the mask missed', 2, [60, 200, 60]],
])('continues each colour above and below an arm that hides a band %s', async (_, rim, colour) => {
  const completed = await completeStripes(rim, colour);
  for (const x of [8, 16, 24, 40, 48, 56, 72, 80, 90]) {
    const at = (24 * WIDTH + x) * 3;
    const farthest = Math.max(
      ...colourAt(x).map((value, channel) => Math.abs(value - completed[at + channel]!)),
    );
    expect(farthest, `column ${x}`).toBeLessThan(30);
  }
});

it('continues each colour behind crossed arms, which leave parts of bands at one side', async () => {
  const [width, height] = [240, 192];
  const colours = new Float32Array(width * height * 3);
  const hole = new Uint8Array(width * height);
  const stripeAt = (index: number): number[] =>
    index >= width * 144 ? [30, 40, 120] : stripes[Math.floor(((index % width) * 3) / width)]!;
  for (let index = 0; index < hole.length; index += 1) {
    const slope = ((index % width) - width / 2) * 0.15;
    const down = Math.floor(index / width) - 88;
    hole[index] = Math.min(Math.abs(down - slope), Math.abs(down + slope)) < 26 ? 1 : 0;
    colours.set(stripeAt(index), index * 3);
  }
  const isKnown = hole.map((value) => 1 - value);
  const task = { width, height, colours, hole, isKnown, bandRows: 24 };
  const completed = await completeColours(task, () => Promise.resolve());
  const wrong = hole.reduce((sum, value, index) => {
    const isOff = stripeAt(index).some(
      (level, channel) => Math.abs(level - completed[index * 3 + channel]!) > 60,
    );
    return sum + (value === 1 && isOff ? 1 : 0);
  }, 0);
  expect(wrong / hole.reduce((sum, value) => sum + value)).toBeLessThan(0.03);
});
