import type { ReactNode } from 'react';
import './page-header.css';

/** Name of a screen, the only `h1` on it, and one sentence on what it is for. */
export function PageHeader(props: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <header className="ui-page-header">
      <div>
        <h1>{props.title}</h1>
        {props.children === undefined ? null : <p>{props.children}</p>}
      </div>
      {props.actions}
    </header>
  );
}
