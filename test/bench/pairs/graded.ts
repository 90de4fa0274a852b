import type { RunResult } from '../../../src/capabilities/processor.ts';
import type { QualityReport } from '../../../src/contract/job-details.ts';
import { type Grade, judgeResult } from '../../../src/renderer/jobs/report/verdict.ts';
import type { FitExample } from './fit-verdict.ts';
import list from './graded.json' with { type: 'json' };

/** Result graded by a person at 100 %, with the job's report. */
export interface GradedPair {
  readonly pair: string;
  readonly source: string;
  readonly isStill: boolean;
  readonly grade: Grade;
  /** Visible flaws; empty for good results. */
  readonly why: string;
  readonly quality: QualityReport;
  readonly notes: readonly string[];
}

/** All graded results. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its grades are strings to the compiler
export const graded = list as readonly GradedPair[];

/** Judges a result as the app would. */
export function judgePair({ isStill, quality, notes }: GradedPair): Grade | null {
  const report: RunResult['report'] = {
    engine: { name: 'Mesh engine', provider: 'CPU', models: [], reason: null },
    stages: [],
    wallMs: 0,
    frames: isStill ? null : { total: 100, swapped: 100, untouched: [] },
    quality,
  };
  return judgeResult({
    feature: isStill ? 'face_swap_image' : 'face_swap',
    inputs: [],
    report,
    notes: notes.map((code) => ({ code, message: '' })),
  }).grade;
}

/** Converts results to examples of a fit; results without a measured face are dropped. */
export function toExamples(results: readonly GradedPair[]): readonly FitExample[] {
  return results.flatMap(({ source, grade, quality: { flaws } }) =>
    flaws === undefined || flaws === null ? [] : [{ source, grade, flaws }],
  );
}

const grades = ['good', 'visible', 'unconvincing'] as const satisfies readonly Grade[];

/** Counts judged grades (columns) by seen grades (rows). */
export function countConfusion(
  results: readonly { readonly seen: Grade; readonly said: Grade | null }[],
): readonly (readonly number[])[] {
  return grades.map((seen) =>
    grades.map(
      (said) => results.filter((result) => result.seen === seen && result.said === said).length,
    ),
  );
}
