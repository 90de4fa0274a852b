import { describe, expect, it } from 'vitest';
import { listRuns, planFrames } from './frame-plan.ts';

/** Creates a clip of frames that begin at these times in milliseconds. */
const clipOf = (...startsMs: number[]) =>
  startsMs.map((startMs) => ({ timestampUs: startMs * 1000, durationUs: 40_000 }));

const even = clipOf(0, 40, 80, 120);

describe('the frames for a sound', () => {
  it('are those of the clip up to the end of the sound', () => {
    const { frames, isRepeated } = planFrames(even, 100_000);
    expect(frames).toEqual([
      { source: 0, timestampUs: 0, durationUs: 40_000 },
      { source: 1, timestampUs: 40_000, durationUs: 40_000 },
      { source: 2, timestampUs: 80_000, durationUs: 20_000 },
    ]);
    expect(isRepeated).toBe(false);
  });

  it('go back and there again where the sound is longer, and show no frame twice in a row', () => {
    const { frames, isRepeated } = planFrames(even, 400_000);
    expect(frames.map(({ source }) => source)).toEqual([0, 1, 2, 3, 2, 1, 0, 1, 2, 3]);
    expect(frames.at(-1)).toMatchObject({ timestampUs: 360_000 });
    expect(isRepeated).toBe(true);
  });

  it('take as long as they do in the clip, also where its rate changes', () => {
    const { frames } = planFrames(clipOf(0, 40, 140), 350_000);
    expect(frames.map(({ source, timestampUs }) => [source, timestampUs / 1000])).toEqual([
      [0, 0],
      [1, 40],
      [2, 140],
      [1, 180],
      [0, 280],
      [1, 320],
    ]);
  });

  it('end with the sound, also where a frame says that it lasts for long or hardly at all', () => {
    const long = [{ timestampUs: 0, durationUs: 10_000_000 }];
    expect(planFrames(long, 2_000_000).frames).toEqual([
      { source: 0, timestampUs: 0, durationUs: 2_000_000 },
    ]);
    const short = [{ timestampUs: 0, durationUs: 1 }];
    expect(planFrames(short, 100_000).frames.length).toBeLessThanOrEqual(13);
  });

  it('are one at least, and one picture stands still', () => {
    expect(planFrames(even, 0).frames).toHaveLength(1);
    expect(planFrames(clipOf(0), 100_000).frames.map(({ source }) => source)).toEqual([0, 0, 0]);
    expect(planFrames([], 100_000).frames).toEqual([]);
  });
});

describe('the runs of a plan', () => {
  it.each([
    { sources: [0, 1, 2], runs: ['0 1 2'] },
    { sources: [0, 1, 2, 1, 0, 1], runs: ['0 1 2', '1 0 back', '1'] },
    { sources: [0, 0, 0], runs: ['0 0 0 still'] },
    { sources: [3, 3, 4, 3], runs: ['3 3 still', '4 3 back'] },
    { sources: [0, 1, 0, 1, 0], runs: ['0 1', '0 1', '0'] },
  ])('are in one direction each: $sources', ({ sources, runs }) => {
    const plan = sources.map((source) => ({ source, timestampUs: 0, durationUs: 1 }));
    const words = { [-1]: ['back'], 0: ['still'], 1: [] };
    const found = listRuns(plan).map(({ frames, step }) =>
      [...frames.map(({ source }) => String(source)), ...words[step]].join(' '),
    );
    expect(found.join(' ').replaceAll(/ back| still/g, '')).toBe(sources.join(' '));
    expect(found).toEqual(runs);
    for (const { frames, step } of listRuns(plan)) {
      frames.forEach(({ source }, index) => {
        expect(source).toBe(frames[0]!.source + step * index);
      });
    }
  });
});
