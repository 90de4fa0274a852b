import { describe, expect, it } from 'vitest';
import { deviation } from '../../vision/math.ts';
import { medianSpread } from './curves.ts';
import { animateHead, type HeadMotion } from './head-motion.ts';
import { planBlinks } from './blinks.ts';
import { createSeededRandom } from './seeded-random.ts';
import type { SpeechMoment } from './speech-moment.ts';

const FPS = 25;
const SEEDS = Array.from({ length: 60 }, (_, index) => index * 7919 + 1);

/** Creates phrases of some seconds with pauses between them, with the loudness changes of syllables. */
function makeSpeech(seconds: number, fps = FPS): SpeechMoment[] {
  return Array.from({ length: Math.ceil(seconds * fps) }, (_, frame) => {
    const time = frame / fps;
    const isSilent = time % 4 > 3.4;
    return { isSilent, loudness: isSilent ? 0 : 0.5 + 0.5 * Math.sin(time * 13) };
  });
}

const numbersOf = ({ yaw, pitch, roll, lids, gaze, brows, breath, sway }: HeadMotion): number[] => [
  yaw,
  pitch,
  roll,
  lids,
  gaze.along,
  gaze.below,
  brows,
  breath,
  sway,
];

describe('motion of a head that speaks', () => {
  it('is the same for the same seed and another one for another seed', () => {
    const speech = makeSpeech(5);
    expect(animateHead(speech, { fps: FPS, seed: 4 })).toEqual(
      animateHead(speech, { fps: FPS, seed: 4 }),
    );
    expect(animateHead(speech, { fps: FPS, seed: 5 })).not.toEqual(
      animateHead(speech, { fps: FPS, seed: 4 }),
    );
  });

  it.each([0.04, 0.6, 9])('stays within bounds and never jumps, in %s s of any seed', (seconds) => {
    const speech = makeSpeech(seconds);
    for (const seed of SEEDS) {
      const motion = animateHead(speech, { fps: FPS, seed });
      expect(motion).toHaveLength(speech.length);
      for (const [index, now] of motion.entries()) {
        expect(numbersOf(now).every(Number.isFinite), `seed ${seed}`).toBe(true);
        expect(Math.abs(now.yaw)).toBeLessThanOrEqual(0.11);
        expect(Math.abs(now.pitch)).toBeLessThanOrEqual(0.085);
        expect(Math.abs(now.roll)).toBeLessThanOrEqual(0.07);
        expect(now.lids).toBeGreaterThanOrEqual(0);
        expect(now.lids).toBeLessThanOrEqual(1);
        expect(Math.abs(now.gaze.along)).toBeLessThanOrEqual(0.09);
        expect(now.brows).toBeLessThanOrEqual(0.2);
        const before = motion[index - 1] ?? now;
        expect(Math.abs(now.yaw - before.yaw) * FPS, `seed ${seed}`).toBeLessThan(0.3);
        expect(Math.abs(now.pitch - before.pitch) * FPS).toBeLessThan(0.3);
        expect(Math.abs(now.roll - before.roll) * FPS).toBeLessThan(0.16);
      }
    }
  });

  it('turns about as much as people who talk, for any seed', () => {
    const speech = makeSpeech(10);
    for (const seed of SEEDS) {
      const motion = animateHead(speech, { fps: FPS, seed });
      const spreadOf = (axis: 'yaw' | 'pitch' | 'roll'): number =>
        medianSpread(
          Float64Array.from(motion, (moment) => moment[axis]),
          2 * FPS,
        );
      // A turn is measured at 0.6 of its angle; talkers have 0.013, 0.012 and 0.008.
      expect(spreadOf('yaw') * 0.6, `seed ${seed}`).toBeGreaterThan(0.6 * 0.013);
      expect(spreadOf('yaw') * 0.6, `seed ${seed}`).toBeLessThan(1.4 * 0.013);
      expect(spreadOf('pitch'), `seed ${seed}`).toBeGreaterThan(0.6 * 0.012);
      expect(spreadOf('pitch'), `seed ${seed}`).toBeLessThan(1.4 * 0.012);
      expect(spreadOf('roll'), `seed ${seed}`).toBeGreaterThan(0.6 * 0.008);
      expect(spreadOf('roll'), `seed ${seed}`).toBeLessThan(1.4 * 0.008);
    }
  });

  it('closes the eyes wholly at every blink, also between two frames', () => {
    const speech = makeSpeech(20);
    for (const seed of SEEDS.slice(0, 10)) {
      const motion = animateHead(speech, { fps: FPS, seed });
      const closed = motion.filter(({ lids }) => lids > 0.85).length;
      const blinks = motion.filter(
        ({ lids }, index) => lids > 0 && (motion[index - 1]?.lids ?? 0) === 0,
      ).length;
      expect(blinks).toBeGreaterThan(2);
      expect(closed).toBeGreaterThanOrEqual(blinks - 1);
    }
  });
});

describe('blinks', () => {
  it('come 10 to 25 times a minute, irregularly', () => {
    const speech = makeSpeech(240);
    for (const seed of SEEDS) {
      const starts = planBlinks(speech, FPS, createSeededRandom(seed));
      const waits = Float64Array.from(starts.slice(1), (start, index) => start - starts[index]!);
      const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
      expect(60 / mean, `seed ${seed}`).toBeGreaterThan(10);
      expect(60 / mean, `seed ${seed}`).toBeLessThan(25);
      expect(deviation(waits) / mean, `seed ${seed}`).toBeGreaterThan(0.35);
      expect(Math.min(...waits), `seed ${seed}`).toBeGreaterThan(0.3);
    }
  });
});
