import { describe, expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { type BodyView, chooseViews, type TurnedFrame } from './choose-views.ts';
import { findTorsoYaws } from './torso-yaw.ts';

const STEP_US = 40_000;

/** Creates frames of a driver turned by these degrees over time. */
function turned(
  degrees: readonly number[],
  sceneOf: (index: number) => number = () => 0,
): TurnedFrame[] {
  return degrees.map((degree, index) => ({
    yaw: (degree * Math.PI) / 180,
    timestampUs: index * STEP_US,
    durationUs: STEP_US,
    scene: sceneOf(index),
  }));
}

const all: readonly BodyView[] = ['front', 'right', 'left', 'back'];
const viewsOf = (frames: readonly TurnedFrame[], available = all): readonly BodyView[] =>
  chooseViews(frames, available).map(({ view }) => view);
/** Returns the views in order, without consecutive repetitions. */
const orderOf = (views: readonly BodyView[]): readonly BodyView[] =>
  views.filter((view, index) => view !== views[index - 1]);

describe('the stills of a character that turns', () => {
  const once = Array.from({ length: 100 }, (_, index) => index * 3.6);

  it('follow each other around the body, and change where the next is nearer', () => {
    const views = viewsOf(turned(once));
    expect(orderOf(views)).toEqual(['front', 'right', 'back', 'left', 'front']);
    expect(orderOf(viewsOf(turned(once.map((degree) => -degree))))).toEqual([
      'front',
      'left',
      'back',
      'right',
      'front',
    ]);
    const degree = once[views.indexOf('right')] ?? 0;
    expect(degree).toBeGreaterThan(40);
    expect(degree).toBeLessThan(55);
  });

  it('do not flicker where a driver trembles about the border, nor for a glance aside', () => {
    const trembling = Array.from({ length: 80 }, (_, index) => 45 + (index % 2 === 0 ? 9 : -9));
    expect(orderOf(viewsOf(turned(trembling)))).toHaveLength(1);
    const glance = Array.from({ length: 60 }, (_, index) => (index > 30 && index < 34 ? 80 : 0));
    expect(orderOf(viewsOf(turned(glance)))).toEqual(['front']);
  });

  it('are those that there are: a front alone stays, from behind in a mirror; a back needs no side', () => {
    expect(orderOf(viewsOf(turned(once), ['front']))).toEqual(['front']);
    expect(orderOf(viewsOf(turned(once), ['front', 'back']))).toEqual(['front', 'back', 'front']);
    expect(orderOf(viewsOf(turned(once), ['front', 'right', 'left']))).toEqual([
      'front',
      'right',
      'front',
      'left',
      'front',
    ]);
  });

  it('dissolve into each other in a few frames, evenly, and not over a cut', () => {
    const half = Array.from({ length: 50 }, (_, index) => (index < 25 ? 0 : 90));
    const shown = chooseViews(turned(half), all);
    const mixed = shown.flatMap(({ view, other }) =>
      other === null ? [] : [[view, other] as const],
    );
    expect(mixed).toHaveLength(4);
    expect(mixed.map(([view, other]) => `${view} ${other.view}`)).toEqual([
      'front right',
      'front right',
      'right front',
      'right front',
    ]);
    const weights = mixed.map(([view, { weight }]) => (view === 'front' ? weight : 1 - weight));
    expect(weights).toEqual(weights.toSorted((a, b) => a - b));
    const cut = chooseViews(
      turned(half, (index) => (index < 25 ? 0 : 1)),
      all,
    );
    expect(cut.every(({ other }) => other === null)).toBe(true);
    expect(cut[24]?.view).toBe('front');
    expect(cut[25]?.view).toBe('right');
  });
});

it('dissolves with the nearer of two changes', () => {
  const degrees = Array.from({ length: 93 }, (_, index) => (index < 40 || index >= 53 ? -90 : 90));
  const quick = turned(degrees).map((frame, index) => ({
    ...frame,
    timestampUs: index * 10_000,
    durationUs: 10_000,
  }));
  const short = chooseViews(quick, all).filter(({ view }) => view === 'right');
  const weights = short.map(({ other }) => other?.weight ?? 0);
  expect(weights).toHaveLength(13);
  expect(weights).toEqual(weights.toReversed());
});

/** Creates a driver turned by `degree` degrees, at a size relative to the largest. */
function turnedBody(degree: number, size = 1): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const yaw = (degree * Math.PI) / 180;
  for (const [side, ids, half] of [
    [1, [joint.leftShoulder, joint.leftHip], [31, 19]],
    [-1, [joint.rightShoulder, joint.rightHip], [31, 19]],
  ] as const) {
    ids.forEach((id, at) => {
      const x = side * (half[at] ?? 0);
      const place = [x * Math.cos(yaw), at * 100, x * Math.sin(yaw)];
      joints.set([...place.map((value) => value * size), 1], id * JOINT_VALUES);
    });
  }
  return joints;
}

/** Returns the yaw of a driver's frames at 25 frames per second. */
const yawsOf = (bodies: readonly Float32Array[], sceneOf: (index: number) => number = () => 0) =>
  findTorsoYaws({
    frames: bodies.map((joints, index) => ({ joints, scene: sceneOf(index), face: null })),
    frameRate: { num: 25, den: 1 },
  });
const offOf = (yaw: number, degree: number): number => {
  const off = yaw - (degree * Math.PI) / 180;
  return Math.abs(off - Math.round(off / (2 * Math.PI)) * 2 * Math.PI);
};

it('a torso looks where its shoulders and hips say, all the way round', () => {
  const degrees = [0, 40, 90, 140, 180, -140, -90, -40];
  yawsOf(degrees.map((degree) => turnedBody(degree))).forEach((yaw, index) => {
    expect(offOf(yaw, degrees[index] ?? 0)).toBeLessThan(0.2);
  });
});

it.each([0, 90, 180])('a torso at %i degrees looks the same from far away', (degree) => {
  const sizes = Array.from({ length: 100 }, (_, index) => 1 - (0.7 * index) / 99);
  // The width of the body is measured once, from near.
  const seen = Array.from({ length: 20 }, () => turnedBody(0));
  const walked = yawsOf([...seen, ...sizes.map((size) => turnedBody(degree, size))], (index) =>
    index < 20 ? 0 : 1,
  ).slice(20);
  walked.forEach((yaw) => expect(offOf(yaw, degree)).toBeLessThan(0.6));
  const cut = yawsOf([...seen, ...seen.map(() => turnedBody(degree, 0.3))], (index) =>
    index < 20 ? 0 : 1,
  ).slice(20);
  cut.forEach((yaw) => expect(offOf(yaw, degree)).toBeLessThan(0.2));
});
