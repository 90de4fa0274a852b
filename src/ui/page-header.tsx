import type { ReactNode } from 'react';
import './page-header.css';

/** Title of a screen, its only `h1`, and one sentence about its purpose. */
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
