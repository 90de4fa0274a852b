import type { ReactNode } from 'react';
import './empty-state.css';
import { Icon, type IconSymbol } from './icon.tsx';

/** What a place is for while nothing is in it, and the one action that changes that. */
export function EmptyState(props: {
  readonly icon: IconSymbol;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="ui-empty">
      <span className="ui-empty-emblem">
        <Icon of={props.icon} size="large" />
      </span>
      <h2 className="ui-empty-title">{props.title}</h2>
      <div className="ui-empty-text">{props.children}</div>
      {props.action === undefined ? null : <div className="ui-empty-actions">{props.action}</div>}
    </div>
  );
}
