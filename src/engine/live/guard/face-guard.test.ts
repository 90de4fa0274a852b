import { describe, expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import type { LiveFrame } from '../frame-pool.ts';
import { createPeople } from '../scene/scene-matte.ts';
import { createFaceGuard } from './face-guard.ts';
import { createHeadArea, setAreaOfFace, type HeadArea } from '../head-area.ts';
import type { FaceRole, StreamerLock } from './streamer-lock.ts';

const frame = createI420Frame(640, 480);

describe('the guard', () => {
  it('lets the character on a face that is followed for more than a frame', () => {
    const guard = createFaceGuard(null);
    expect(guard.judge(makeFrame(), [createFace({ isNew: true })], 0)).toMatchObject({
      isSafe: false,
      hasNew: true,
    });
    const verdict = guard.judge(makeFrame(), [createFace()], 33_000);
    expect(verdict).toMatchObject({ isSafe: true, hasNew: false });
    expect(verdict.faces).toMatchObject([{ uncertainty: 0 }]);
    expect(verdict.hidden).toEqual([]);
  });

  it.each([
    ['turned aside', { pose: pose({ yaw: 0.9 }) }],
    ['turned up', { pose: pose({ pitch: -0.8 }) }],
    ['unsure', { confidence: 0.6 }],
    ['half outside of the picture', { box: { left: -60, top: 100, width: 120, height: 150 } }],
    ['too small', { box: { left: 100, top: 100, width: 12, height: 15 } }],
  ])('hides a face wholly that is %s', (_, change) => {
    const guard = createFaceGuard(null);
    guard.judge(makeFrame(), [createFace()], 0);
    expect(guard.judge(makeFrame(), [createFace(change)], 33_000).faces[0]?.uncertainty).toBe(1);
  });

  it('hides more and more of a face that turns, before the character fades', () => {
    const guard = createFaceGuard(null);
    const doubts = [0.5, 0.6, 0.65, 0.7, 0.75].map(
      (yaw) =>
        guard.judge(makeFrame(), [createFace({ pose: pose({ yaw }) })], 0).faces[0]!.uncertainty,
    );
    expect(doubts[0]).toBe(0);
    expect(doubts.toSorted((a, b) => a - b)).toEqual(doubts);
    expect(doubts.at(-1)).toBe(1);
  });

  it('keeps a lost face hidden where it was, for a while', () => {
    const guard = createFaceGuard(null);
    const left = createFace({ id: 1 });
    const right = createFace({ id: 2, box: { left: 400, top: 100, width: 120, height: 150 } });
    guard.judge(makeFrame(), [left, right], 0);
    const hidden = guard.judge(makeFrame(), [left], 33_000).hidden;
    expect(hidden).toHaveLength(1);
    expect(hidden[0]?.centreX).toBeCloseTo(toArea(right).centreX, 3);
    expect(guard.judge(makeFrame(), [left], 1_400_000).hidden).toHaveLength(1);
    expect(guard.judge(makeFrame(), [left], 1_700_000).hidden).toHaveLength(0);
  });

  it('hides areas that only look like a face, but not the head of a followed one', () => {
    const guard = createFaceGuard(null);
    const own = toArea(createFace());
    const other: HeadArea = { ...own, centreX: own.centreX + 300 };
    const { hidden } = guard.judge(makeFrame([own, other]), [createFace()], 0);
    expect(hidden).toEqual([other]);
    expect(guard.judge(makeFrame(), [createFace()], 300_000).hidden).toHaveLength(1);
    expect(guard.judge(makeFrame(), [createFace()], 800_000).hidden).toHaveLength(0);
  });

  it('hides all people but the streamer when there is a lock', () => {
    const guard = createFaceGuard(createLock({ 1: 'streamer', 2: 'bystander' }));
    const streamer = createFace({ id: 1 });
    const bystander = createFace({ id: 2, box: { left: 400, top: 100, width: 120, height: 150 } });
    const unknown = createFace({ id: 3, box: { left: 10, top: 300, width: 60, height: 75 } });
    const { faces, hidden, isSafe } = guard.judge(makeFrame(), [streamer, bystander, unknown], 0);
    expect(faces.map((allowed) => allowed.face.id)).toEqual([1]);
    expect(hidden).toEqual([toArea(bystander), toArea(unknown)]);
    expect(isSafe).toBe(true);
    expect(guard.judge(makeFrame(), [bystander, unknown], 33_000).isSafe).toBe(false);
  });

  it('forgets its faces when asked to', () => {
    const guard = createFaceGuard(null);
    guard.judge(makeFrame(), [createFace()], 0);
    guard.reset();
    expect(guard.judge(makeFrame(), [], 33_000).hidden).toEqual([]);
  });
});

function makeFrame(suspects: readonly HeadArea[] = []): LiveFrame {
  const people = createPeople(frame);
  return { frame, suspects, suspectCount: suspects.length, people, hasPeople: false };
}

function pose(change: Partial<TrackedFace['pose']> = {}): TrackedFace['pose'] {
  return { yaw: 0, pitch: 0, roll: 0, scale: 8, rotation: new Float32Array(9), ...change };
}

function createFace(change: Partial<TrackedFace> = {}): TrackedFace {
  return {
    id: 1,
    isNew: false,
    confidence: 0.98,
    landmarks: new Float32Array(0),
    iris: new Float32Array(0),
    rawLandmarks: new Float32Array(0),
    pose: pose(),
    box: { left: 100, top: 100, width: 120, height: 150 },
    hands: { count: 0, points: new Float32Array(0) },
    ...change,
  };
}

function toArea(from: TrackedFace): HeadArea {
  const area = createHeadArea();
  setAreaOfFace(area, from);
  return area;
}

function createLock(roles: Readonly<Record<number, FaceRole>>): StreamerLock {
  return {
    review() {},
    roleOf: (id) => roles[id] ?? 'unknown',
    forgetNumbers() {},
    unlock() {},
  };
}
