import { describe, expect, it } from 'vitest';
import { visemes } from '../viseme.ts';
import { findVisemePath, type PathCosts, VisemePathFinder } from './find-viseme-path.ts';

const plain: PathCosts = {
  weight: 1,
  order: 1,
  follows: visemes.map(() => visemes.map(() => Math.log(1 / visemes.length))),
  preferred: visemes.map(() => 0),
  shortest: visemes.map(() => 2),
  peaks: visemes.map(() => 0),
};
const [silence, lips, open] = [0, visemes.indexOf('PP'), visemes.indexOf('aa')];

describe('the likeliest way through mouths', () => {
  it('follows the input where that is clear', () => {
    const truth = [...listTimes(6, silence), ...listTimes(5, lips), ...listTimes(9, open)];
    expect([...findVisemePath(truth.map(toRow()), plain)]).toEqual(truth);
  });

  it('passes over a mouth that is shorter than it can be', () => {
    const told = [...listTimes(8, open), lips, ...listTimes(8, open)];
    expect([...findVisemePath(told.map(toRow()), plain)]).toEqual(listTimes(17, open));
  });

  it('closes lips sooner where they are preferred', () => {
    const rows = [...listTimes(8, open), ...listTimes(3, lips), ...listTimes(8, open)].map(
      toRow(0.3),
    );
    expect([...findVisemePath(rows, plain)]).not.toContain(lips);
    const preferred = visemes.map((_, mouth) => (mouth === lips ? 1.5 : 0));
    expect([...findVisemePath(rows, { ...plain, preferred })]).toContain(lips);
  });

  it('believes the order of mouths where the sound is not clear', () => {
    const told = [...listTimes(6, silence), ...listTimes(4, lips), ...listTimes(6, open)];
    const rows = told.map((mouth) => toRow(mouth === lips ? 0.1 : 0.9)(mouth));
    const follows = plain.follows.map((row, before) =>
      row.map((value, after) => (before === silence && after === lips ? -0.1 : value - 6)),
    );
    expect([...findVisemePath(rows, { ...plain, follows })].slice(6, 10)).toEqual(
      listTimes(4, lips),
    );
  });

  it('gives a span without a peak to other mouths, and keeps one with a peak whole', () => {
    const peaks = visemes.map((_, mouth) => (mouth === lips ? 0.6 : 0));
    const weak = [
      ...listTimes(8, open).map(toRow()),
      ...listTimes(5, lips).map(toRow(0.5)),
      ...listTimes(8, open).map(toRow()),
    ];
    expect([...findVisemePath(weak, plain)]).toContain(lips);
    expect([...findVisemePath(weak, { ...plain, peaks })]).not.toContain(lips);
    const strong = [...weak];
    strong[10] = toRow(0.7)(lips);
    expect([...findVisemePath(strong, { ...plain, peaks })]).toEqual([
      ...findVisemePath(strong, plain),
    ]);
  });

  it('waits for the peak of a span that goes on', () => {
    const peaks = visemes.map((_, mouth) => (mouth === lips ? 0.6 : 0));
    const rows = [...listTimes(8, open).map(toRow()), ...listTimes(5, lips).map(toRow(0.5))];
    const lipsAtEnd = (ongoing: number): boolean =>
      [...new VisemePathFinder({ ...plain, peaks }, ongoing).find(rows)].at(-1) === lips;
    expect([lipsAtEnd(0), lipsAtEnd(3), lipsAtEnd(12)]).toEqual([false, false, true]);
  });

  it('is the same in memory that was used before, also for less than that', () => {
    const finder = new VisemePathFinder(plain);
    const long = [...listTimes(9, silence), ...listTimes(5, lips), ...listTimes(9, open)].map(
      toRow(),
    );
    const short = [...listTimes(4, open), ...listTimes(6, lips)].map(toRow());
    finder.find(long);
    expect([...finder.find(short)]).toEqual([...findVisemePath(short, plain)]);
    expect([...finder.find(long, 12)]).toEqual([...findVisemePath(long.slice(0, 12), plain)]);
    expect([...finder.find(long)]).toEqual([...findVisemePath(long, plain)]);
  });

  it('goes through any number of rows', () => {
    for (const count of [0, 1, 2, 3]) {
      expect(findVisemePath(listTimes(count, open).map(toRow()), plain)).toHaveLength(count);
    }
  });
});

function listTimes(count: number, mouth: number): number[] {
  return Array.from({ length: count }, () => mouth);
}

/** Creates rows of probabilities: `likely` for one viseme, the rest spread over the others. */
function toRow(likely = 0.9): (mouth: number) => Float32Array {
  return (mouth) =>
    Float32Array.from(visemes, (_, index) =>
      index === mouth ? likely : (1 - likely) / (visemes.length - 1),
    );
}
