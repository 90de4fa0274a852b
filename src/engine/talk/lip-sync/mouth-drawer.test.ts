import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { createHeadPose } from '../../track/head-pose.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { readMouthBasis } from '../mouth/mouth-basis.ts';
import { toMouthRest } from '../mouth/mouth-rest.ts';
import type { LipTask } from './lip-plan.ts';
import { MouthDrawer, type MouthDrawing } from './mouth-drawer.ts';

const [PAINTED, OWN] = [200, 60];

function makeTask(isClosed: boolean): LipTask {
  const landmarks = new Float32Array(MESH_POINT_COUNT * 3);
  FACE_OVAL.forEach((point, index) => {
    const turn = (2 * Math.PI * index) / FACE_OVAL.length;
    landmarks.set([32 + 10 * Math.cos(turn), 32 + 10 * Math.sin(turn)], point * 3);
  });
  return {
    face: {
      landmarks,
      pose: createHeadPose(),
      box: { left: 20, top: 20, width: 24, height: 24 },
    },
    own: { rest: toMouthRest(landmarks.slice()), basis: readMouthBasis() },
    mouth: { open: isClosed ? 0 : 0.2, wide: 0, jaw: 0, lift: 0 },
    isClosed,
    tongue: 0,
    visible: 1,
    shown: [],
  };
}

/** Draws a frame with a painter that leaves lips shut or open; returns the middle of the face. */
async function draw(isClosed: boolean, isShut: boolean) {
  const frame = createI420Frame(64, 64);
  const middle = 32 * frame.strideY + 32;
  const seen: number[] = [];
  const mark = (value: number) => {
    seen.push(frame.y[middle]!);
    frame.y[middle] = value;
  };
  const drawing: MouthDrawing = {
    renderer: {
      render: (_, { landmarks }) => {
        mark(OWN);
        return landmarks;
      },
      close: () => undefined,
    },
    // Called only for the area between the lips, which the renderer here does not draw.
    drawnMouths: { prepare: () => () => undefined },
    library: new Map(),
    painter: {
      paint: () => {
        mark(PAINTED);
        return Promise.resolve();
      },
    },
    check: { isShut: () => Promise.resolve(isShut) },
  };
  const drawer = new MouthDrawer(drawing);
  await drawer.draw({ planes: frame, task: makeTask(isClosed), scene: 0, timeMs: 40 });
  return { shows: frame.y[middle], seen, closedFrames: drawer.closedFrames };
}

it('a painted mouth is kept where its lips may be open, and where they meet', async () => {
  expect(await draw(false, false)).toEqual({ shows: PAINTED, seen: [16], closedFrames: 0 });
  expect(await draw(true, true)).toEqual({ shows: PAINTED, seen: [16], closedFrames: 0 });
});

it('draws our mouth on the original frame where a painter leaves lips open that must meet', async () => {
  expect(await draw(true, false)).toEqual({ shows: OWN, seen: [16, 16], closedFrames: 1 });
});
