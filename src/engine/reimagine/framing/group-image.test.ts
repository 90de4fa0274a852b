import { expect, it } from 'vitest';
import type { ImageFace } from '../../head/head-view.ts';
import { createRaster } from '../raster/raster.ts';
import { arrangeGroup, type GroupMember } from './group-image.ts';

const landmarks = new Float32Array(478 * 3);

/** Creates a person of one colour: a head of a given size on a body that reaches the bottom. */
function makeMember(
  head: number,
  colour: readonly [number, number, number],
  number = 1,
): GroupMember {
  const [width, height] = [head * 5, head * 5];
  const image = createRaster(width, height);
  image.pixels.fill(200);
  const person = new Float32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const away = Math.abs(column - width / 2);
      const isHead = row > head && row < head * 2 && away < head * 0.4;
      const isBody = row >= head * 2 && away < head;
      if (isHead || isBody) {
        person[row * width + column] = 1;
        image.pixels.set(colour, (row * width + column) * 4);
      }
    }
  }
  const box = { left: width / 2 - head * 0.4, top: head, width: head * 0.8, height: head };
  const face: Partial<ImageFace> = { box, landmarks };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a face is read
  return { number, image, person, skin: null, faces: [face as ImageFace] };
}

it('puts people side by side, with heads of one size at one height', () => {
  const { image, people } = arrangeGroup([
    makeMember(40, [180, 60, 60]),
    makeMember(80, [60, 60, 180]),
  ]);
  expect(people.values).toHaveLength(image.width * image.height);
  const columnsOf = (channel: number, other: number): { head: number; middle: number } => {
    // Heads end where shoulders begin, in the row of the first wide one.
    let [count, sum, head] = [0, 0, 0];
    for (let row = 0; row < image.height; row += 1) {
      let across = 0;
      for (let column = 0; column < image.width; column += 1) {
        const at = (row * image.width + column) * 4;
        if ((image.pixels[at + channel] ?? 0) > (image.pixels[at + other] ?? 0) + 40) {
          across += 1;
          sum += column;
          count += 1;
        }
      }
      head += across > 10 && across < 80 ? 1 : 0;
    }
    return { head, middle: sum / count };
  };
  const red = columnsOf(0, 2);
  const blue = columnsOf(2, 0);
  expect(red.middle).toBeLessThan(blue.middle - 60);
  expect(Math.abs(red.head - blue.head)).toBeLessThan(10);
});

it('names the picture that shows no person', () => {
  const nobody = { ...makeMember(40, [180, 60, 60], 2), faces: [] };
  expect(() => arrangeGroup([makeMember(40, [60, 60, 180]), nobody])).toThrow(/Picture 2/);
});

it('names the picture whose face has no person around it', () => {
  const unseen = makeMember(40, [180, 60, 60], 3);
  const ghost = { ...unseen, person: new Float32Array(unseen.person.length) };
  expect(() => arrangeGroup([makeMember(40, [60, 60, 180]), ghost])).toThrow(
    /Picture 3 shows a face whose person/,
  );
});

it('refuses a group of one picture and of none', () => {
  for (const members of [[], [makeMember(40, [60, 60, 180])]]) {
    expect(() => arrangeGroup(members)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  }
});

it('limits the enlargement of a person', () => {
  const { image, people } = arrangeGroup([
    makeMember(12, [180, 60, 60]),
    makeMember(80, [60, 60, 180]),
  ]);
  expect(people.height).toBe(image.height);
  // Faces are 19 pixels high at the most, and the group is below five and a half of them.
  expect(image.height).toBeLessThan(12 * 1.6 * 5.5);
});

it('lets the shade of people fade out on the wall, without an edge', () => {
  const { image, people } = arrangeGroup([
    makeMember(60, [180, 60, 60]),
    makeMember(60, [60, 60, 180]),
  ]);
  const isWall = (index: number): boolean => people.values[index] === 0;
  let largest = 0;
  for (let index = image.width; index < people.values.length; index += 1) {
    if (isWall(index) && isWall(index - image.width)) {
      const above = image.pixels[(index - image.width) * 4] ?? 0;
      largest = Math.max(largest, Math.abs((image.pixels[index * 4] ?? 0) - above));
    }
  }
  expect(largest).toBeLessThan(10);
});
