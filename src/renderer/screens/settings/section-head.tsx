import type { ReactNode } from 'react';

/** Name of a section and, where it needs one, a sentence on it. */
export function SectionHead(props: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="section-head">
      <div>
        <h2>{props.title}</h2>
        {props.children === undefined ? null : <p className="muted">{props.children}</p>}
      </div>
      {props.action}
    </div>
  );
}
