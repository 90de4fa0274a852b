import { describe, expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { createNearHands } from '../../track/face-track.ts';
import { HAND_POINT_COUNT } from '../../track/hand-points.ts';
import {
  WARP_MAP_BYTES,
  createFacePatch,
  computeWarpMapWidth,
  positionPatch,
} from './face-patch.ts';
import { createHandCover } from './hand-cover.ts';

const [width, height] = [240, 240];
/**
 * Joints of a hand pointing up: wrist, thumb to the left, four fingers of 40 pixels from knuckles 60 above the wrist.
 */
const joints = [
  [120, 200],
  ...[1, 2, 3, 4].map((step) => [120 - 12 * step, 196 - 11 * step]),
  ...[100, 114, 128, 142].flatMap((x) => [0, 1, 2, 3].map((step) => [x, 140 - 13 * step])),
] as const;

describe('the cover of a hand', () => {
  it('leaves the drawing as it is without hands', () => {
    expect(lift(0).every((value) => value === 255)).toBe(true);
  });

  it('covers joints, the area between them, and the arm, and nothing else', () => {
    const mask = lift(1);
    joints.forEach(([x, y]) => expect(mask[y * width + x], `${x}, ${y}`).toBe(0));
    expect(mask[170 * width + 120], 'the palm').toBe(0);
    expect(mask[225 * width + 120], 'the arm').toBe(0);
    expect(mask[110 * width + 121], 'between two fingers').toBeGreaterThan(0);
    expect(mask[110 * width + 60]).toBe(255);
    expect(mask[60 * width + 120]).toBe(255);
  });

  it('is known per pixel until the hand is gone', () => {
    const { cover, patch, hands } = openCover(1, { x: -20, y: 0 });
    cover.lift(patch, hands);
    expect(cover.coverAt(140, 170), 'the palm').toBe(1);
    expect(cover.coverAt(101, 101)).toBe(0);
    hands.count = 0;
    cover.lift(patch, hands);
    expect(cover.coverAt(140, 170)).toBe(0);
  });

  it('follows the hand to where its frame is bent', () => {
    const mask = lift(1, { x: -20, y: 0 });
    // Each pixel is sampled from 20 pixels further left.
    expect(mask[170 * width + 140], 'the palm').toBe(0);
    expect(mask[101 * width + 162], 'the tip of the last finger').toBe(0);
    expect(mask[101 * width + 101]).toBe(255);
  });
});

/** Returns the mask around `count` hands in a frame that will be warped by `bend` pixels. */
function lift(count: number, bend = { x: 0, y: 0 }): Uint8Array {
  const { cover, patch, hands } = openCover(count, bend);
  cover.lift(patch, hands);
  const { mask } = patch.planes;
  return patch.arena.views.bytes.slice(mask, mask + width * height);
}

function openCover(count: number, bend: { readonly x: number; readonly y: number }) {
  const arena = openKernelArena();
  const cover = createHandCover(arena);
  const patch = createFacePatch(arena);
  positionPatch(patch, createI420Frame(width, height), { left: 0, top: 0, width, height });
  Object.assign(patch.drawn, { left: 2, top: 2, right: width - 2, bottom: height - 2 });
  const { mask, field } = patch.planes;
  arena.views.bytes.fill(255, mask, mask + width * height);
  const places = (computeWarpMapWidth(width) * computeWarpMapWidth(height) * WARP_MAP_BYTES) / 4;
  for (let at = 0; at < places; at += 2) {
    arena.views.integers[field / 4 + at] = bend.x * 65_536;
    arena.views.integers[field / 4 + at + 1] = bend.y * 65_536;
  }
  const hands = createNearHands();
  expect(joints.length).toBe(HAND_POINT_COUNT);
  hands.points.set(joints.flat());
  hands.count = count;
  return { cover, patch, hands };
}
