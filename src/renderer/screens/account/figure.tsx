import type { ReactNode } from 'react';

/** One large number with what it is, and a line that says more. */
export function Figure(props: {
  readonly label: string;
  readonly value: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="account-figure">
      <dt>{props.label}</dt>
      <dd className="account-figure-value">{props.value}</dd>
      {props.children === undefined ? null : <dd>{props.children}</dd>}
    </div>
  );
}
