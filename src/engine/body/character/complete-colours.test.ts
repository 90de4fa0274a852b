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
