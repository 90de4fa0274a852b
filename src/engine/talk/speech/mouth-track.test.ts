import { describe, expect, it } from 'vitest';
import { type Viseme, visemes } from '../../voice/viseme.ts';
import type { VisemeSpan } from '../../voice/visemes/find-visemes.ts';
import { measureLoudness } from './loudness.ts';
import { createMouthTrack } from './mouth-track.ts';

/** Reproducible random numbers from 0 to 1 (Park and Miller 1988). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const timesOf = (fps: number, count: number): number[] =>
  Array.from({ length: count }, (_, frame) => ((frame + 0.5) * 1000) / fps);

/** Creates consecutive visemes with durations in milliseconds. */
function toSpans(list: readonly (readonly [Viseme, number])[]): VisemeSpan[] {
  let atMs = 0;
  return list.map(([viseme, lengthMs]) => {
    const startMs = atMs;
    atMs += lengthMs;
    return { viseme, startMs, endMs: atMs };
  });
}

function speak(spans: readonly VisemeSpan[], fps = 25) {
  const count = Math.ceil((spans.at(-1)!.endMs / 1000) * fps);
  const timesMs = timesOf(fps, count);
  const frames = createMouthTrack({ visemes: spans, loudness: timesMs.map(() => 0.5) }, timesMs);
  return { frames, timesMs };
}

describe('the mouth of every frame', () => {
  it('is the detected mouth, but closed where lips have to meet and in silence', () => {
    const visemes = toSpans([
      ['aa', 200],
      ['PP', 80],
      ['aa', 200],
      ['sil', 400],
    ]);
    const timesMs = timesOf(25, 22);
    const measured = { open: 0.17, wide: 0.03, jaw: 0.06, lift: 0.01 };
    const loudness = timesMs.map(() => 1);
    const mouths = timesMs.map(() => measured);
    const frames = createMouthTrack({ visemes, loudness, mouths }, timesMs);
    expect(frames[1]).toMatchObject({ viseme: 'aa', mouth: measured, isClosed: false });
    expect(frames[5]).toMatchObject({ mouth: { open: 0 }, isClosed: true });
    expect(frames[17]).toMatchObject({ mouth: { open: 0, wide: 0 }, isClosed: true });
    // The input is not modified, because other frames reuse it.
    expect(measured.open).toBe(0.17);
  });

  it.each([24, 25, 29.97, 30, 60])(
    'is closed once at every p, b and m, at %s frames a second',
    (fps) => {
      const seed = Math.round(fps * 100);
      const random = createRandom(seed);
      for (let round = 0; round < 20; round += 1) {
        const spans = toSpans(
          Array.from({ length: 40 }, () => {
            const viseme = random() < 0.3 ? 'PP' : visemes[Math.floor(random() * visemes.length)]!;
            return [viseme, 25 + Math.floor(random() * 140)] as const;
          }),
        );
        const { frames, timesMs } = speak(spans, fps);
        const reach = 500 / fps + 1;
        for (const { startMs, endMs } of spans.filter(({ viseme }) => viseme === 'PP')) {
          const closed = frames.filter(
            ({ isClosed, mouth }, index) =>
              isClosed &&
              mouth.open === 0 &&
              timesMs[index]! > startMs - reach &&
              timesMs[index]! < endMs + reach,
          );
          expect(closed.length, `seed ${seed}, round ${round}, ${startMs} ms`).toBeGreaterThan(0);
        }
        expect(frames.every(({ mouth }) => mouth.open >= 0 && mouth.open < 0.4)).toBe(true);
      }
    },
  );

  it('nearly touches the teeth at f and v', () => {
    const { frames } = speak(
      toSpans([
        ['aa', 200],
        ['FF', 90],
        ['aa', 200],
      ]),
    );
    const min = Math.min(...frames.map(({ mouth }) => mouth.open));
    expect(min).toBeLessThanOrEqual(0.0201);
    expect(min).toBeGreaterThan(0.012);
    expect(frames.some(({ isClosed }) => isClosed)).toBe(false);
  });

  it('rests in silence, and soon', () => {
    const { frames, timesMs } = speak(
      toSpans([
        ['aa', 300],
        ['sil', 600],
        ['aa', 300],
      ]),
    );
    const silent = frames.filter((_, index) => timesMs[index]! > 420 && timesMs[index]! < 780);
    expect(silent.length).toBeGreaterThan(7);
    for (const { mouth, isClosed } of silent) {
      expect(mouth.open).toBeLessThan(0.005);
      expect(Math.abs(mouth.wide)).toBeLessThan(0.005);
      expect(isClosed).toBe(true);
    }
  });

  it('is wider at i than at u, and most open at a', () => {
    const middleOf = (viseme: Viseme) => {
      const { frames } = speak(
        toSpans([
          ['DD', 60],
          [viseme, 160],
          ['DD', 60],
        ]),
      );
      return frames[Math.floor(frames.length / 2)]!.mouth;
    };
    expect(middleOf('ih').wide).toBeGreaterThan(middleOf('ou').wide + 0.12);
    for (const viseme of ['SS', 'ih', 'ou', 'DD'] as const) {
      expect(middleOf('aa').open).toBeGreaterThan(middleOf(viseme).open);
    }
  });

  it('opens more for loud speech', () => {
    const spans = toSpans([['aa', 400]]);
    const [quiet, loud] = [0, 1].map(
      (level) => createMouthTrack({ visemes: spans, loudness: [level] }, [200])[0]!.mouth.open,
    );
    expect(loud! / quiet!).toBeCloseTo(1.5, 1);
  });

  it('is prepared by the sound that comes: rounded before u is heard', () => {
    const { frames, timesMs } = speak(
      toSpans([
        ['DD', 300],
        ['ou', 200],
      ]),
      60,
    );
    const before = frames.filter((_, index) => timesMs[index]! > 270 && timesMs[index]! < 300);
    expect(Math.min(...before.map(({ mouth }) => mouth.wide))).toBeLessThan(-0.05);
  });
});

it('loudness is told against the loud parts, by the window around a frame', () => {
  const samples = new Float32Array(16_000);
  samples.fill(0.5, 8000, 12_000);
  samples.fill(0.25, 12_000);
  const levels = measureLoudness({ samples, sampleRateHz: 16_000 }, timesOf(25, 25), 40);
  expect(levels[2]).toBe(0);
  expect(levels[15]).toBeCloseTo(1);
  expect(levels[22]).toBeCloseTo(0.5);
});
