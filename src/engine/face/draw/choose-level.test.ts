import { expect, it } from 'vitest';
import { chooseLevel } from './choose-level.ts';

it('chooses the level with as much detail as a face shows, and keeps it while no other is clearly better', () => {
  expect(chooseLevel({ level: 0, isEmpty: true }, 60, 512)).toBe(2);
  expect(chooseLevel({ level: 2, isEmpty: false }, 90, 512)).toBe(2);
  expect(chooseLevel({ level: 2, isEmpty: false }, 130, 512)).toBe(1);
  expect(chooseLevel({ level: 0, isEmpty: true }, 2000, 512)).toBe(0);
});
