/** A figure of a measurement beside what it is judged by. */
export interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same work done by the simplest thing that could do it, in the same run and unit; null when there is none. */
  readonly reference: number | null;
  /** `value / reference`; null without a reference. */
  readonly ratio: number | null;
  /** What is asked for in words, such as `<= 1 ms` or `>= 0.6 of reference`; null when it is only watched. */
  readonly bar: string | null;
  /** Whether the bar is met; true when there is none. */
  readonly ok: boolean;
}

/** What is asked of a figure: of its value, or of its ratio to the reference. */
export interface Bar {
  readonly of: 'value' | 'ratio';
  readonly sense: '<=' | '>=';
  readonly limit: number;
}

/** What a measurement is given. */
export interface MeasuringContext {
  /** Shows what is being done right now. */
  readonly note: (text: string) => void;
  /** How long a soak runs; benches ignore it. */
  readonly minutes: number;
}

/**
 * What `test/bench/NAME.bench.ts` and `test/soak/NAME.soak.ts` export as `measurement`.
 * `needsApp`: the app is built and there is a display before it runs.
 */
export interface Measurement {
  readonly title: string;
  readonly needsApp: boolean;
  /** How long a soak runs when nobody says; 10 when absent. */
  readonly minutes?: number | undefined;
  readonly run: (context: MeasuringContext) => Promise<readonly Metric[]>;
}

/** The value may be at most `limit`, in the unit of the figure. */
export function atMost(limit: number): Bar {
  return { of: 'value', sense: '<=', limit };
}

/** The value has to be at least `limit`, in the unit of the figure. */
export function atLeast(limit: number): Bar {
  return { of: 'value', sense: '>=', limit };
}

/** The value may be at most this many times the reference. */
export function ratioAtMost(limit: number): Bar {
  return { of: 'ratio', sense: '<=', limit };
}

/** The value has to be at least this share of the reference. */
export function ratioAtLeast(limit: number): Bar {
  return { of: 'ratio', sense: '>=', limit };
}

/** Judges a value. A bar on the ratio without a reference is a bug of the measurement. */
export function toMetric(measured: {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly reference?: number | undefined;
  readonly bar?: Bar | undefined;
}): Metric {
  const { name, value, unit, reference, bar } = measured;
  const ratio = reference === undefined ? null : value / reference;
  if (bar?.of === 'ratio' && ratio === null) {
    throw new Error(`${name} has a bar on its ratio but no reference.`);
  }
  return {
    name,
    value,
    unit,
    reference: reference ?? null,
    ratio,
    bar: bar === undefined ? null : describeBar(bar, unit),
    ok: bar === undefined || meets(bar.of === 'ratio' ? (ratio ?? Number.NaN) : value, bar),
  };
}

/** Runs a measurement; one without figures is an error. */
export async function runMeasurement(
  measurement: Measurement,
  context: MeasuringContext,
): Promise<readonly Metric[]> {
  const metrics = await measurement.run(context);
  if (metrics.length === 0) {
    throw new Error(`${measurement.title} gave no figures.`);
  }
  return metrics;
}

/** The figures as a table for the terminal. */
export function formatMetrics(metrics: readonly Metric[]): string {
  const head = ['figure', 'value', 'unit', 'reference', 'ratio', 'bar', ''];
  const rows = metrics.map((metric) => [
    metric.name,
    formatNumber(metric.value),
    metric.unit,
    formatNumber(metric.reference),
    formatNumber(metric.ratio),
    metric.bar ?? '',
    verdict(metric),
  ]);
  const isRight = [false, true, false, true, true, false, false];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          isRight[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function verdict(metric: Metric): string {
  if (metric.bar === null) {
    return '';
  }
  return metric.ok ? 'ok' : 'MISSED';
}

function describeBar(bar: Bar, unit: string): string {
  return bar.of === 'ratio'
    ? `${bar.sense} ${bar.limit} of reference`
    : `${bar.sense} ${bar.limit} ${unit}`;
}

function meets(value: number, bar: Bar): boolean {
  return bar.sense === '<=' ? value <= bar.limit : value >= bar.limit;
}

function formatNumber(value: number | null): string {
  if (value === null) {
    return '';
  }
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return value.toFixed(digits);
}
