import { expect, it } from 'vitest';
import { createStreamWatch } from './stream-watch.ts';

it('reports a lasting state once, and again when it returns', () => {
  const watch = createStreamWatch();
  const reasons = [null, 'no_face', 'no_face', null, ...Array.from({ length: 5 }, () => 'no_face')];
  const told = [...reasons, null, 'no_face', 'no_face', 'no_face'].map(
    (coverReason, index) =>
      watch.observe({ coverReason, received: index * 30 + 1, isReduced: false, hasSlowArms: false })
        ?.code ?? null,
  );
  expect(told.flatMap((code, index) => (code === null ? [] : [[index, code]]))).toEqual([
    [6, 'tracking_lost'],
    [12, 'tracking_lost'],
  ]);
});

it('tells a face that is not there from frames that are too late to follow it', () => {
  const watch = createStreamWatch();
  const told = Array.from(
    { length: 4 },
    (_, second) =>
      watch.observe({
        coverReason: 'late',
        received: second + 1,
        isReduced: false,
        hasSlowArms: false,
      })?.code ?? null,
  );
  expect(told).toEqual([null, null, 'frames_late', null]);
});

it('reports nothing while no camera runs, and nothing that was requested', () => {
  const watch = createStreamWatch();
  for (let second = 0; second < 6; second += 1) {
    expect(
      watch.observe({ coverReason: 'no_face', received: 7, isReduced: false, hasSlowArms: false }),
    ).toBeNull();
    expect(watch.observe(null)).toBeNull();
  }
  for (let second = 0; second < 6; second += 1) {
    expect(
      watch.observe({
        coverReason: 'asked',
        received: second + 8,
        isReduced: false,
        hasSlowArms: false,
      }),
    ).toBeNull();
  }
});

it('tells once that the face alone is shown because the machine is slow', () => {
  const watch = createStreamWatch();
  const told = [false, true, true, true, false, true].map(
    (isReduced, index) =>
      watch.observe({ coverReason: null, received: index * 30 + 1, isReduced, hasSlowArms: false })
        ?.code ?? null,
  );
  expect(told).toEqual([null, 'mode_reduced', null, null, null, 'mode_reduced']);
});

it('tells once that arms stay still because the machine is slow', () => {
  const watch = createStreamWatch();
  const told = [false, true, true].map(
    (hasSlowArms, index) =>
      watch.observe({ coverReason: null, received: index * 30 + 1, isReduced: false, hasSlowArms })
        ?.code ?? null,
  );
  expect(told).toEqual([null, 'arms_still', null]);
});
