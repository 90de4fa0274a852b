import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { FrameBadge } from './frame-badge.ts';

const badge = new FrameBadge();

function createGreen(width: number, height: number) {
  const frame = createI420Frame(width, height);
  frame.y.fill(120);
  frame.u.fill(60);
  frame.v.fill(70);
  return frame;
}

it.each([
  [640, 480],
  [1280, 720],
  [1920, 1080],
  [720, 1280],
  [641, 481],
])('marks the lower right of %i × %i, readably, and nothing else', (width, height) => {
  const frame = createGreen(width, height);
  badge.draw(frame);
  let [darkest, lightest, changed] = [255, 0, 0];
  frame.y.forEach((luma, index) => {
    if (luma !== 120) {
      changed += 1;
      darkest = Math.min(darkest, luma);
      lightest = Math.max(lightest, luma);
      expect(index % frame.strideY).toBeGreaterThan(width - Math.max(width, height) * 0.2);
      expect(Math.floor(index / frame.strideY)).toBeGreaterThan(height * 0.85);
    }
  });
  expect(lightest - darkest).toBeGreaterThan(150);
  expect(changed / (width * height)).toBeGreaterThan(0.002);
  expect(changed / (width * height)).toBeLessThan(0.01);
  const chroma = frame.u.filter((u) => u !== 60);
  expect(chroma.length).toBeGreaterThan(0);
  expect(chroma.length / frame.u.length).toBeCloseTo(changed / frame.y.length, 2);
});

it('leaves a frame alone that it does not fit into', () => {
  const frame = createGreen(24, 16);
  badge.draw(frame);
  expect(frame.y.every((luma) => luma === 120)).toBe(true);
});
