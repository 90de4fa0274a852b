import type { ReactNode } from 'react';
import { type ArtKind, EmptyArt } from './empty-art.tsx';
import './empty-state.css';
import { Icon, type IconSymbol } from './icon.tsx';

interface EmptyStateProps {
  /** A symbol, or a drawing of the future content. */
  readonly illustration: IconSymbol | ArtKind;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Purpose of an empty view, and the one action that fills it. */
export function EmptyState({ illustration, title, children, action }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      {typeof illustration === 'string' ? (
        <EmptyArt kind={illustration} />
      ) : (
        <span className="ui-empty-emblem">
          <Icon of={illustration} size="large" />
        </span>
      )}
      <h2 className="ui-empty-title">{title}</h2>
      <div className="ui-empty-text">{children}</div>
      {action === undefined ? null : <div className="ui-empty-actions">{action}</div>}
    </div>
  );
}
