import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { createSharedFaces } from '../../src/engine/swap/shared-faces.ts';
import { noHands } from '../../src/engine/track/face-track.ts';
import { talkingHead } from './support/decode-clip.ts';
import { openBuiltModels } from './support/models.ts';
import { audrey } from './support/stills.ts';
import { copyFrame, openSource, trackClip, type TrackedFrame } from './support/tracked-clip.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

/** In the clip a hand comes to the chin from the right, leaves, and comes from the left to stay. */
const FIRST = 1090;
const SHOWN = [
  [1108, 1134],
  [1152, 1216],
] as const;

let models: OpenedTrackerModels;
let clip: readonly TrackedFrame[];

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
  clip = await trackClip(models, talkingHead, { from: FIRST, count: 127 });
}, 120_000);

afterAll(() => {
  models.close();
});

describe('hands before a face', () => {
  it('are followed while they are there', () => {
    for (const [first, last] of SHOWN) {
      for (let index = first; index <= last; index += 1) {
        expect(clip[index - FIRST]!.face.hands.count, `frame ${index}`).toBe(1);
      }
    }
    // The hand is outside of the frame then.
    expect(clip[1142 - FIRST]!.face.hands.count).toBe(0);
  });

  it('are not detected in talking, turning and frowning', async () => {
    const calm = await trackClip(models, talkingHead, { from: 180, count: 100 });
    expect(calm.every(({ face }) => face.hands.count === 0)).toBe(true);
  });

  it('stay in front of the swapped face', async () => {
    const { source } = await openSource(models, audrey);
    const [seeing, blind] = [createFaceSwapper(source), createFaceSwapper(source)];
    let [spared, count] = [0, 0];
    for (const { frame, face, timestampUs } of clip.slice(1180 - FIRST)) {
      const [kept, covered] = [copyFrame(frame), copyFrame(frame)];
      seeing.swap(kept, face, timestampUs);
      blind.swap(covered, { ...face, hands: noHands }, timestampUs);
      const { left, top, width, height } = face.box;
      for (const joint of [7, 8, 11, 12, 15, 16]) {
        const [x, y] = [face.hands.points[joint * 2]!, face.hands.points[joint * 2 + 1]!];
        // On the chin, where all of a face is drawn otherwise.
        if (Math.abs(x - left - width / 2) < width * 0.3 && y < top + height * 0.93) {
          spared += Math.abs(lumaAt(kept, x, y) - lumaAt(covered, x, y));
          count += 1;
        }
      }
      const forehead = [left + width / 2, top + height * 0.3] as const;
      expect(Math.abs(lumaAt(kept, ...forehead) - lumaAt(covered, ...forehead))).toBeLessThan(3);
    }
    expect(count).toBeGreaterThan(30);
    expect(spared / count).toBeGreaterThan(5);
  });

  it('are transferred with faces between threads', () => {
    const shared = createSharedFaces(1);
    const { face } = clip.at(-1)!;
    shared.write([face]);
    const [read] = createSharedFaces(1, shared.memory).read();
    expect(read!.hands.count).toBe(1);
    expect([...read!.hands.points]).toEqual([...face.hands.points]);
    expect(read!.iris).toEqual(face.iris);
    shared.write([{ ...face, hands: noHands }]);
    expect(shared.read()[0]!.hands.count).toBe(0);
  });
});

function lumaAt({ y, strideY }: I420Frame, column: number, row: number): number {
  return y[Math.floor(row) * strideY + Math.floor(column)]!;
}
