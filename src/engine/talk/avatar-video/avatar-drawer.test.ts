import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { Avatar } from '../avatar/avatar.ts';
import { AvatarDrawer } from './avatar-drawer.ts';

const [DRAWN, ANIMATED] = [60, 200];
const motion = {
  yaw: 0.02,
  pitch: -0.01,
  roll: 0,
  sway: 0,
  breath: 0,
  lids: 0.5,
  brows: 0,
  gaze: { along: 0, below: 0 },
};

/** Draws a frame with an animator that leaves the mouth shut or open; returns the middle of the result. */
async function draw(isClosed: boolean, isShut: boolean) {
  const frame = createI420Frame(64, 64);
  const mesh = new Float32Array(MESH_POINT_COUNT * 3);
  FACE_OVAL.forEach((point, index) => {
    const turn = (2 * Math.PI * index) / FACE_OVAL.length;
    mesh.set([32 + 10 * Math.cos(turn), 32 + 10 * Math.sin(turn)], point * 3);
  });
  const middle = 32 * frame.strideY + 32;
  const moments: object[] = [];
  const avatar: Avatar = {
    frame,
    mesh,
    hasOwnTeeth: false,
    draw: () => void (frame.y[middle] = DRAWN),
    setOpeningCurve: () => undefined,
    follow: () => undefined,
    close: () => undefined,
  };
  const animator = {
    animate: (onto: typeof frame, moment: object) => {
      onto.y[middle] = ANIMATED;
      moments.push(moment);
      return Promise.resolve();
    },
  };
  const drawer = new AvatarDrawer(avatar, { isShut: () => isShut }, animator);
  const mouth = { open: isClosed ? 0 : 0.2, wide: 0, jaw: 0, lift: 0 };
  const { signal } = new AbortController();
  await drawer.draw({ mouth, tongue: 0, loudness: 1, isClosed }, motion, signal);
  expect(moments).toEqual([{ mesh, yaw: 0.02, pitch: -0.01, lids: 0.5 }]);
  return { shows: frame.y[middle], closedFrames: drawer.closedFrames };
}

it('an animated face stays, unless its lips are open where they have to meet', async () => {
  expect(await draw(false, false)).toEqual({ shows: ANIMATED, closedFrames: 0 });
  expect(await draw(true, true)).toEqual({ shows: ANIMATED, closedFrames: 0 });
  expect(await draw(true, false)).toEqual({ shows: DRAWN, closedFrames: 1 });
});
