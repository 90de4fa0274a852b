import type { ReactNode } from 'react';

/** A large number with its label and a line of details. */
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
