import './plot.css';

const width = 120;
const height = 32;

/** The course of one number as a small line, newest at the right; gaps where nothing is known. */
export function Plot(props: {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Upper end of the scale, unless a value is higher. */
  readonly max: number;
  /** The newest value as shown. */
  readonly valueText: string;
}) {
  const { label, values, valueText } = props;
  const known = values.filter((value) => value !== null);
  const top = Math.max(props.max, ...known);
  return (
    <figure className="ui-plot">
      <figcaption>
        <span>{label}</span>
        <span className="ui-plot-value">{valueText}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {toLines(values, top).map((points) => (
          <polyline key={points} points={points} />
        ))}
      </svg>
    </figure>
  );
}

/** Points of each unbroken stretch. A minute fills the width. */
function toLines(values: readonly (number | null)[], top: number): string[] {
  const step = width / 59;
  const lines: string[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) {
      lines.push([]);
      return;
    }
    const x = width - (values.length - 1 - index) * step;
    const y = height - 1 - (value / top) * (height - 2);
    lines.at(-1)?.push(`${x.toFixed(1)},${y.toFixed(1)}`);
  });
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '));
}
