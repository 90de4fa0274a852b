import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../pixels/frame.ts';
import { createSceneWatch } from './scene-watch.ts';

describe('scene watch', () => {
  it('notices another picture and nothing else', () => {
    const watch = createSceneWatch();
    expect(watch.isCut(paint((x, y) => 128 + 90 * Math.sin(x / 40 + y / 60)))).toBe(false);
    expect(watch.isCut(paint((x, y) => 128 + 90 * Math.sin((x + 6) / 40 + y / 60)))).toBe(false);
    expect(watch.isCut(paint((x, y) => 128 + 90 * Math.cos(x / 25 - y / 30)))).toBe(true);
    expect(watch.isCut(paint((x, y) => 128 + 90 * Math.cos(x / 25 - y / 30)))).toBe(false);
  });

  it('does not take a light that is turned on for a cut', () => {
    const watch = createSceneWatch();
    watch.isCut(paint((x) => 40 + x / 8));
    expect(watch.isCut(paint((x) => 120 + x / 8))).toBe(false);
  });
});

function paint(luma: (x: number, y: number) => number): I420Frame {
  const frame = createI420Frame(320, 180);
  frame.y.forEach((_, index) => {
    frame.y[index] = luma(index % 320, Math.floor(index / 320));
  });
  return frame;
}
