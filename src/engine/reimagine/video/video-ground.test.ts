import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { VideoGround } from './video-ground.ts';

const WIDTH = 128;
const HEIGHT = 64;

/** Creates a grey frame whose right half is a person. */
function createScene() {
  const frame = createI420Frame(WIDTH, HEIGHT);
  frame.y.fill(90);
  frame.u.fill(128);
  frame.v.fill(128);
  const people = new Uint8Array((WIDTH * HEIGHT) / 4);
  for (let index = 0; index < people.length; index += 1) {
    people[index] = index % (WIDTH / 2) >= WIDTH / 4 ? 255 : 0;
  }
  return { frame, people };
}

it('draws one scene behind people, the same in every frame', () => {
  const ground = new VideoGround();
  const frames = [1, 2].map(() => {
    const { frame, people } = createScene();
    ground.replace(frame, people, { kind: 'background_scene', scene: 'beach' });
    return frame;
  });
  const [first, second] = frames;
  expect(second!.y).toEqual(first!.y);
  const row = (line: number): Uint8Array => first!.y.subarray(line * WIDTH, (line + 1) * WIDTH);
  // Sky above, sand below, and who stands there as before.
  expect(Math.abs(row(4)[8]! - row(60)[8]!)).toBeGreaterThan(12);
  expect(row(4)[120]).toBe(90);
  expect(row(60)[120]).toBe(90);
});
