/** The arms of a whole figure follow the streamer's: both are drawn, so that the positions of arms are known. */
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createArmMover } from '../../src/engine/body/live/arms-host.ts';
import type { ArmMover } from '../../src/engine/live/character-arms.ts';
import type { LiveFrameState, LiveSwap } from '../../src/engine/live/live-swap.ts';
import { openLiveSwap } from '../../src/engine/live/open-live-swap.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { createDrawnPerson } from './support/drawn-person.ts';
import { createDrawnStreamer } from './support/drawn-streamer.ts';
import { openBuiltModels } from './support/models.ts';
import { copyFrame } from './support/tracked-clip.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const size = { width: 480, height: 360 };
const FRAME_US = 33_333;
const LOOKS = 40;

let mover: ArmMover;
let live: LiveSwap;
/** Frames of the camera: both arms down, and the left one up. */
let down: I420Frame;
let up: I420Frame;
let nowUs = 0;

beforeAll(async () => {
  const models = await openBuiltModels();
  const face = await models.readCanonicalFace();
  // Drawn before any process opens: readers of user pictures block drawings.
  const drawStreamer = await createDrawnStreamer(face, size);
  down = await drawStreamer({ leftArm: [15, 15], rightArm: [15, 15] });
  up = await drawStreamer({ leftArm: [105, 165], rightArm: [15, 15] });
  // In yellow, which occurs nowhere else in the frames.
  const appearance = appearances.find(({ id }) => id === 'kofi')!;
  const still = { width: 360, height: 640 };
  const draw = await createDrawnPerson(face, { ...still, appearance });
  const { image } = await draw({
    leftArm: [22, 18],
    rightArm: [22, 18],
    leftLeg: [5, 3],
    rightLeg: [5, 3],
  });
  const raw = { ...still, channels: 4 } as const;
  const png = await sharp(image.pixels, { raw }).png().toBuffer();
  mover = createArmMover({ modelFolder: models.path });
  live = await openLiveSwap({ models, cover: 'card', arms: mover });
  await live.setCharacter(png, 'full body, grey background');
  while (!(await render(down)).state.movesArms) {
    await sleep(100);
  }
});

afterAll(async () => {
  await live.close();
  await mover.close();
});

describe('the arms of a whole figure', () => {
  it('follow those of the streamer', async () => {
    expect(sleeveIn(await settle(down), 'left')).toBeLessThan(0.01);
    const raised = await settle(up);
    expect(sleeveIn(raised, 'left')).toBeGreaterThan(0.03);
    expect(sleeveIn(raised, 'right')).toBeLessThan(0.01);
  });

  it('stay as in the picture once the machine is too slow for them', async () => {
    live.setArms(false);
    expect(sleeveIn(await settle(up, 2), 'left')).toBeLessThan(0.01);
    live.setArms(true);
    expect(sleeveIn(await settle(up), 'left')).toBeGreaterThan(0.03);
  });
});

async function render(from: I420Frame): Promise<{ frame: I420Frame; state: LiveFrameState }> {
  const frame = copyFrame(from);
  nowUs += FRAME_US;
  return { frame, state: await live.render(frame, nowUs) };
}

/** Renders a pose until the arms have reached it; returns the last frame. */
async function settle(from: I420Frame, looks = LOOKS): Promise<I420Frame> {
  let { frame } = await render(from);
  for (let look = 1; look < looks; look += 1) {
    ({ frame } = await render(from));
    // Joints come from a thread.
    await sleep(15);
  }
  return frame;
}

/** Returns the yellow fraction of the upper quarter of the frame beside a head; left is the person's own. */
function sleeveIn({ u, width, height }: I420Frame, side: 'left' | 'right'): number {
  const [half, rows] = [width >> 1, height >> 3];
  const from = side === 'left' ? Math.round(half * 0.62) : 0;
  const to = side === 'left' ? half : Math.round(half * 0.38);
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = from; column < to; column += 1) {
      count += u[row * half + column]! < 100 ? 1 : 0;
    }
  }
  return count / (rows * (to - from));
}
