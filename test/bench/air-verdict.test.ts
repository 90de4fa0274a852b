import { expect, it } from 'vitest';
import { judgeAir, type SaidState, type SeenPicture } from '../e2e/air-recorder.ts';

const pictures = (from: number, to: number, is: Partial<SeenPicture> = {}): SeenPicture[] =>
  Array.from({ length: (to - from) / 33 }, (_, at) => ({
    atMs: from + at * 33,
    isCard: false,
    isRaw: false,
    ...is,
  }));
const said: SaidState[] = [
  { atMs: 0, is: 'preview' },
  { atMs: 1000, is: 'live' },
  { atMs: 2000, is: 'covered' },
  { atMs: 3000, is: 'bypass' },
];

it('finds a live state over a card and a camera outside of a bypass, and allows a short delay', () => {
  const honest = [
    ...pictures(0, 1030, { isCard: true }),
    ...pictures(1040, 2030),
    ...pictures(2040, 3000, { isCard: true }),
    ...pictures(3030, 4000, { isRaw: true }),
  ];
  expect(judgeAir(said, honest, { lateMs: 60, slackMs: 60 })).toMatchObject({
    liveOverCard: 0,
    rawOutsideBypass: 0,
  });
  const late = judgeAir(said, pictures(900, 1300, { isCard: true }), { lateMs: 60, slackMs: 60 });
  expect(late.liveOverCard).toBeGreaterThan(4);
  expect(late.longestMs).toBeGreaterThan(150);
  expect(
    judgeAir(said, pictures(2500, 3100, { isRaw: true }), { lateMs: 60, slackMs: 60 })
      .rawOutsideBypass,
  ).toBe(14);
});
