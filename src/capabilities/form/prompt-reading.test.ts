import { expect, it } from 'vitest';
import { loadPromptReader } from './prompt-reading.ts';

it('a prompt is read once while it stays the same, and anew where it or what is sent differs', async () => {
  const reader = await loadPromptReader();
  const options = { pictures: 1 };
  const first = reader.read('warmer', options);
  expect(reader.read('warmer', { pictures: 1 })).toBe(first);
  expect(reader.read('warmer', { pictures: 0, isVideo: true })).not.toBe(first);
  expect(reader.read('cooler', options).steps).not.toEqual(first.steps);
  for (let key = 0; key < 20; key += 1) {
    reader.read(`warmer ${key}`, options);
  }
  expect(reader.read('warmer', options)).not.toBe(first);
  expect(reader.read('warmer', options)).toEqual(first);
});

it('proposals are found once for a reading', async () => {
  const reader = await loadPromptReader();
  const prompt = 'make the zorb look like an oil painting of a flumph';
  const read = reader.read(prompt, {});
  expect(reader.propose(prompt, read, {})).toBe(reader.propose(prompt, read, {}));
  const other = reader.read('warmer', {});
  expect(reader.propose('warmer', other, {})).toEqual([]);
});
