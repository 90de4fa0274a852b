/** Thresholds of a metric: where it becomes visible, and where it spoils the result. */
export interface Limits {
  readonly visible: number;
  readonly unconvincing: number;
}

/** Limits that are not to be passed from one side. */
export type SidedLimits = { readonly above: Limits } | { readonly below: Limits };

/** Severity of a visible metric. */
export type FindingGrade = keyof Limits;

/** Grades a metric; null where it is not to be seen. */
export function gradeMetric(value: number, limits: SidedLimits): FindingGrade | null {
  const isPast = (grade: FindingGrade): boolean =>
    'above' in limits ? value > limits.above[grade] : value < limits.below[grade];
  return isPast('unconvincing') ? 'unconvincing' : isPast('visible') ? 'visible' : null;
}

/** A fraction that is too large, with its percentage; none where it is not. */
export function gradeFraction<Code extends string>(
  code: Code,
  fraction: number,
  above: Limits,
): readonly {
  readonly code: Code;
  readonly grade: FindingGrade;
  readonly values: { readonly percent: number };
}[] {
  const grade = gradeMetric(fraction, { above });
  return grade === null ? [] : [{ code, grade, values: { percent: Math.round(100 * fraction) } }];
}
