import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from './harness.ts';
import { writeSheet } from './pairs/contact-sheet.ts';
import { crossValidate, fitScales } from './pairs/fit-verdict.ts';
import { countConfusion, graded, judgePair, toExamples } from './pairs/graded.ts';
import { listed, toName, openMaterial } from './pairs/material.ts';
import { renderPair, type RenderedPair } from './pairs/render-pair.ts';

/** Minimum fraction of good results, and maximum fraction of unconvincing results that are judged good. */
const GOOD = 0.7;
const BAD_AS_GOOD = 0.05;
/** Tolerance of repeated values; a larger difference means a change of the drawing. */
const SAME = 0.01;

/**
 * Renders every listed pair as a job would, with a contact sheet at 100 % in `out/pairs/results`; existing results are
 * reused. Then compares the verdict with people's grades and fits it again.
 */
export const measurement: Measurement = {
  title: 'Faces and heads that were looked at',
  needsApp: false,
  run: async ({ note }) => {
    const material = await openMaterial(note);
    const rendered: RenderedPair[] = [];
    const models = await openTrackerModels(await openBuiltModels());
    try {
      for (const [index, listedPair] of listed.pairs.entries()) {
        note(`${index + 1} of ${listed.pairs.length}: ${toName(listedPair)}`);
        const pair = await renderPair(listedPair, material);
        await writeSheet(models, pair);
        rendered.push(pair);
      }
    } finally {
      models.close();
    }
    note('fitting');
    return [...listChanges(rendered), ...listGrades(), ...listFit()];
  },
};

function listChanges(rendered: readonly RenderedPair[]): Metric[] {
  const changed = rendered.filter(({ name, report }) => {
    const before = graded.find(({ pair }) => pair === name)?.quality.similarityToSource ?? null;
    const now = report.quality.similarityToSource;
    return before === null || now === null || Math.abs(before - now) > SAME;
  });
  return [
    toMetric({ name: 'pairs', value: rendered.length, unit: '' }),
    toMetric({
      name: 'drawn otherwise than when they were graded',
      value: changed.length,
      unit: '',
    }),
  ];
}

function listGrades(): Metric[] {
  const shareOf = (grade: string): number =>
    graded.filter((result) => result.grade === grade).length / graded.length;
  const said = graded.map((result) => ({ seen: result.grade, said: judgePair(result) }));
  const [good = [], visible = [], unconvincing = []] = countConfusion(said);
  const share = { unit: 'of 1' };
  return [
    toMetric({ name: 'good', value: shareOf('good'), ...share, bar: atLeast(GOOD) }),
    toMetric({ name: 'visible at a second look', value: shareOf('visible'), ...share }),
    toMetric({ name: 'not convincing', value: shareOf('unconvincing'), ...share }),
    toMetric({
      name: 'not convincing and called good',
      value: (unconvincing[0] ?? 0) / graded.length,
      ...share,
      bar: atMost(BAD_AS_GOOD),
    }),
    ...[good, visible, unconvincing].flatMap((row, index) => listRow('app', index, row)),
  ];
}

function listFit(): Metric[] {
  const examples = toExamples(graded);
  const { flaws, visible, unconvincing } = fitScales(examples);
  const rows = countConfusion(crossValidate(examples));
  return [
    ...Object.entries(flaws).flatMap(([name, { from, to, weight }]) => [
      toMetric({ name: `fit: ${name} from`, value: from, unit: '' }),
      toMetric({ name: `fit: ${name} to`, value: to, unit: '' }),
      toMetric({ name: `fit: ${name} weight`, value: weight, unit: '' }),
    ]),
    toMetric({ name: 'fit: visible', value: visible, unit: '' }),
    toMetric({ name: 'fit: not convincing', value: unconvincing, unit: '' }),
    ...rows.flatMap((row, index) => listRow('left out', index, row)),
  ];
}

const gradeNames = ['good', 'visible', 'not convincing'];

function listRow(who: string, seen: number, row: readonly number[]): Metric[] {
  return row.map((count, said) =>
    toMetric({
      name: `${who}: ${gradeNames[seen]}, said ${gradeNames[said]}`,
      value: count,
      unit: '',
    }),
  );
}
