import { expect, it } from 'vitest';
import { toJudgedLevel } from './to-judged-level.ts';

const tone = (level: number): Float32Array =>
  Float32Array.from({ length: 32_000 }, (_, index) => level * Math.sin(0.4 * index));

it('brings loud and soft speech to one level, and leaves silence', () => {
  const [soft, loud] = [toJudgedLevel(tone(0.01)), toJudgedLevel(tone(0.9))];
  const apart = soft.reduce((max, value, at) => Math.max(max, Math.abs(value - loud[at]!)), 0);
  expect(apart).toBeLessThan(1e-4);
  expect(soft.reduce((max, value) => Math.max(max, value), 0)).toBeGreaterThan(0.03);
  expect([...toJudgedLevel(new Float32Array(16_000))].every((value) => value === 0)).toBe(true);
});
