import { toI420 } from '../pixels/yuv.ts';
import { createPersonMatte } from '../track/person-matte.ts';
import type { FixedModel } from '../track/fixed-model.ts';
import { VIEW_SIZE, type HeadView } from './head-view.ts';
import { clamp } from '../vision/math.ts';

/** Returns the mask of people in a view, 0..1 per pixel. */
export function findPerson(
  { colours }: Pick<HeadView, 'colours'>,
  model: FixedModel,
): Float32Array<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(VIEW_SIZE * VIEW_SIZE * 4);
  for (let index = 0; index < VIEW_SIZE * VIEW_SIZE; index += 1) {
    pixels[index * 4] = colours[index * 3];
    pixels[index * 4 + 1] = colours[index * 3 + 1];
    pixels[index * 4 + 2] = colours[index * 3 + 2];
  }
  const frame = toI420({ width: VIEW_SIZE, height: VIEW_SIZE, pixels });
  const { width, height, values } = createPersonMatte(model).matte(frame);
  const person = new Float32Array(VIEW_SIZE * VIEW_SIZE);
  for (let index = 0; index < person.length; index += 1) {
    const x = clamp((((index % VIEW_SIZE) + 0.5) * width) / VIEW_SIZE - 0.5, 0, width - 1.001);
    const y = clamp(
      ((Math.floor(index / VIEW_SIZE) + 0.5) * height) / VIEW_SIZE - 0.5,
      0,
      height - 1.001,
    );
    const at = Math.floor(y) * width + Math.floor(x);
    const fx = x - Math.floor(x);
    const fy = y - Math.floor(y);
    const upper = values[at] * (1 - fx) + values[at + 1] * fx;
    const lower = values[at + width] * (1 - fx) + values[at + width + 1] * fx;
    person[index] = upper * (1 - fy) + lower * fy;
  }
  return person;
}
