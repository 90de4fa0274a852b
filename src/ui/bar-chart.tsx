import type { CSSProperties } from 'react';
import './bar-chart.css';

/** One bar: its height by `value`, and its label for the pointer and for screen readers. */
export interface Bar {
  readonly id: string;
  readonly value: number;
  readonly text: string;
}

/** Amounts over time as bars, the newest at the right; the highest fills the height. */
export function BarChart(props: {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The upper end of the scale as shown. */
  readonly topText: string;
  readonly firstText: string;
  readonly lastText: string;
}) {
  const { label, bars, topText, firstText, lastText } = props;
  const top = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <figure className="ui-bars">
      <figcaption className="ui-bars-caption">
        <span>{label}</span>
        <span>{topText}</span>
      </figcaption>
      <ol className="ui-bars-plot">
        {bars.map(({ id, value, text }) => (
          <li key={id} title={text} style={toStyle(value, top)} data-empty={value === 0}>
            <span className="ui-bars-text">{text}</span>
          </li>
        ))}
      </ol>
      <div className="ui-bars-caption" aria-hidden="true">
        <span>{firstText}</span>
        <span>{lastText}</span>
      </div>
    </figure>
  );
}

/** Amounts by name as horizontal bars, as they come; the longest belongs to the largest. */
export function AmountBars(props: {
  readonly label: string;
  readonly amounts: readonly (Bar & { readonly name: string })[];
}) {
  const top = Math.max(...props.amounts.map(({ value }) => value), 0);
  return (
    <ul className="ui-amounts" aria-label={props.label}>
      {props.amounts.map(({ id, name, value, text }) => (
        <li key={id} style={toStyle(value, top)} data-empty={value === 0}>
          <span className="ui-amounts-name">{name}</span>
          <span className="ui-amounts-value">{text}</span>
        </li>
      ))}
    </ul>
  );
}

function toStyle(value: number, top: number): CSSProperties & Record<'--fraction', string> {
  return { '--fraction': `${top === 0 ? 0 : ((value / top) * 100).toFixed(1)}%` };
}
