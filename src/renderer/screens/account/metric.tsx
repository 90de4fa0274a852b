import type { ReactNode } from 'react';

/** One large number with what it is, and a line that says more. */
export function Metric(props: {
  readonly label: string;
  readonly value: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="account-metric">
      <dt>{props.label}</dt>
      <dd className="account-metric-value">{props.value}</dd>
      {props.children === undefined ? null : <dd>{props.children}</dd>}
    </div>
  );
}
