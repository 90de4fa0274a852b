import { expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import type { HeadArea } from '../head-area.ts';
import {
  createCellMarks,
  type KnownHeads,
  type WatchedColumns,
  DetectionSchedule,
} from './detection-schedule.ts';
import { createLumaGrid } from './luma-grid.ts';

const FRAME_US = 33_333;
const RESTLESS_US = 90_000;
const nobody: KnownHeads = { followed: [], suspected: [] };

it('rests while nothing changes, for 0.3 s at the longest', () => {
  const looks = watch(Array.from({ length: 21 }, (_, index) => makeFrame({ noise: index })));
  expect(looks).toEqual([0, 9, 18]);
});

it('detects at once when a person enters, however slowly', () => {
  const fast = watch([makeFrame(), makeFrame(), makeFrame(), makeFrame({ left: 300, width: 60 })]);
  expect(fast).toEqual([0, 3]);
  const slow = watch([0, 4, 8, 12, 16, 20].map((width) => makeFrame({ left: 640 - width, width })));
  expect(slow.length).toBeGreaterThan(1);
});

it('detects now and then while motion is constant, and at once when it grows', () => {
  const sway = (index: number): I420Frame =>
    makeFrame({ left: 200 + 12 * Math.sin(index * 1.3), width: 80 });
  const frames = Array.from({ length: 30 }, (_, index) => sway(index));
  const looks = watch([...frames, makeFrame({ left: 450, width: 80 })]);
  const settled = looks.filter((index) => index >= 10 && index < 30);
  expect(settled.length).toBeLessThanOrEqual(9);
  expect(looks.at(-1)).toBe(30);
});

it('does not take a light that is turned on for the usual motion', () => {
  const dark = Array.from({ length: 4 }, () => makeFrame({ light: -60 }));
  const entering = makeFrame({ left: 450, width: 40 });
  expect(watch([makeFrame(), ...dark, makeFrame(), makeFrame(), entering])).toEqual([0, 1, 5, 7]);
});

it('looks more often while something crosses the border', () => {
  const waving = Array.from({ length: 12 }, (_, index) =>
    makeFrame({ left: 560 + (index % 2) * 40, width: 40 }),
  );
  const [inside, crossing] = [false, true].map((isCrossing) => {
    const frames = Array.from({ length: 12 }, (_, index) => 4 + index * 4).map((width) =>
      isCrossing ? makeFrame({ left: 640 - width, width }) : makeFrame({ left: 560, width: 40 }),
    );
    const looks = watch([...waving, ...frames], nobody, { border: 'right' });
    return looks.filter((index) => index >= waving.length + 1);
  });
  expect(inside!.length).toBeLessThan(crossing!.length);
  expect(crossing!.length).toBeGreaterThan(4);
});

it('ignores motion of a followed head, and checks motion beside a hidden one', () => {
  const head: HeadArea = { centreX: 240, centreY: 240, radiusX: 90, radiusY: 120, rotation: 0 };
  const nod = Array.from({ length: 8 }, (_, index) =>
    makeFrame({ left: 215, top: 200 + (index % 2) * 20, width: 50 }),
  );
  expect(watch(nod, { followed: [head], suspected: [] })).toEqual([0]);
  expect(watch(nod, { followed: [], suspected: [head] })).toHaveLength(8);
});

it('minds only its own part', () => {
  const grid = createLumaGrid();
  const marks = createCellMarks();
  const [left, right] = [
    new DetectionSchedule({ from: 0, to: 0.4, restlessUs: RESTLESS_US }),
    new DetectionSchedule({ from: 0.6, to: 1, restlessUs: RESTLESS_US }),
  ];
  for (const [index, frame] of [makeFrame(), makeFrame({ left: 40, width: 80 })].entries()) {
    grid.read(frame);
    marks.mark(nobody, frame.width, frame.height);
    const answers = [left, right].map((part) => part.plan(grid, marks, index * FRAME_US));
    expect(answers).toEqual(index === 0 ? ['now', 'now'] : ['now', 'later']);
    [left, right].forEach((part) => part.note(grid, index * FRAME_US));
  }
});

/** Returns the numbers of the frames that are checked, including those whose check is due soon. */
function watch(
  frames: readonly I420Frame[],
  known = nobody,
  columns: Partial<WatchedColumns> = {},
): number[] {
  const grid = createLumaGrid();
  const marks = createCellMarks();
  const due = new DetectionSchedule({ from: 0, to: 1, restlessUs: RESTLESS_US, ...columns });
  return frames.flatMap((frame, index) => {
    grid.read(frame);
    marks.mark(known, frame.width, frame.height);
    if (due.plan(grid, marks, index * FRAME_US) === 'later') {
      return [];
    }
    due.note(grid, index * FRAME_US);
    return [index];
  });
}

/** Creates a grey frame with a bright block. */
function makeFrame({ left = 0, top = 200, width = 0, noise = 0, light = 0 } = {}): I420Frame {
  const frame = createI420Frame(640, 480);
  for (let index = 0; index < frame.y.length; index += 1) {
    frame.y[index] = 100 + light + ((index * 7 + noise * 13) % 5);
  }
  for (let row = top; row < top + 60; row += 1) {
    frame.y.fill(180, row * 640 + Math.round(left), row * 640 + Math.round(left + width));
  }
  return frame;
}
