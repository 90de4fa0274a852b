import type { ReactNode } from 'react';
import './badge.css';

/** A word that sorts the thing beside it; `accent` marks the one in use. */
export function Badge(props: { readonly children: ReactNode; readonly tone?: 'accent' }) {
  return (
    <span className="ui-badge" data-tone={props.tone}>
      {props.children}
    </span>
  );
}
