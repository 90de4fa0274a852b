/** Measured value with its bar. */
export interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Value of the simplest equivalent work in the same run and unit; null without an equivalent. */
  readonly reference: number | null;
  /** `value / reference`; null without a reference. */
  readonly ratio: number | null;
  /** Bar in words, such as `<= 1 ms` or `>= 0.6 of reference`; null when the value is only watched. */
  readonly bar: string | null;
  /** True when the bar is met, or when the value has none. */
  readonly ok: boolean;
}

/** Bar of a value, or of its ratio to the reference. */
export interface Bar {
  readonly of: 'value' | 'ratio';
  readonly sense: '<=' | '>=';
  readonly limit: number;
}

/** Context of a measurement. */
export interface MeasuringContext {
  /** Reports the current step. */
  readonly note: (text: string) => void;
  /** Duration of a soak; benches ignore it. */
  readonly minutes: number;
}

/**
 * A benchmark or soak: the export `measurement` of `test/bench/NAME.bench.ts` and `test/soak/NAME.soak.ts`. `needsApp`:
 * the app is built and a display is available before it runs.
 */
export interface Measurement {
  readonly title: string;
  readonly needsApp: boolean;
  /** Default duration of a soak; 10 when absent. */
  readonly minutes?: number | undefined;
  readonly run: (context: MeasuringContext) => Promise<readonly Metric[]>;
}

/** Creates a bar: the value is at most `limit`, in the metric's unit. */
export function atMost(limit: number): Bar {
  return { of: 'value', sense: '<=', limit };
}

/** Creates a bar: the value is at least `limit`, in the metric's unit. */
export function atLeast(limit: number): Bar {
  return { of: 'value', sense: '>=', limit };
}

/** Creates a bar: the value is at most this multiple of the reference. */
export function ratioAtMost(limit: number): Bar {
  return { of: 'ratio', sense: '<=', limit };
}

/** Creates a bar: the value is at least this multiple of the reference. */
export function ratioAtLeast(limit: number): Bar {
  return { of: 'ratio', sense: '>=', limit };
}

/** Judges a value. Throws for a ratio bar without a reference. */
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

/** Runs a measurement; throws when it returns no metrics. */
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

/** Formats metrics as a table for the terminal. */
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
