import type { ReactNode } from 'react';
import './card.css';
import { Icon, type IconSymbol } from './icon.tsx';

/** A framed subject, with its state at the right of the title. */
export function Card(props: {
  readonly title: string;
  readonly icon?: IconSymbol | undefined;
  readonly status?: ReactNode;
  readonly id?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section className="ui-card" id={props.id}>
      <div className="ui-card-head">
        <h2 className="ui-card-title">
          {props.icon === undefined ? null : <Icon of={props.icon} />}
          {props.title}
        </h2>
        {props.status}
      </div>
      <div className="ui-card-body">{props.children}</div>
    </section>
  );
}

/** A frame around {@link Row}s, with hairlines between them. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <div className="ui-card ui-rows">{children}</div>;
}

/** One line of a settings list: name at the left, control at the right. */
export function Row(props: {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="ui-row">
      <div className="ui-row-text">
        <div className="ui-row-title">{props.title}</div>
        {props.hint === undefined ? null : <div className="ui-row-hint">{props.hint}</div>}
      </div>
      {props.children === undefined ? null : <div className="ui-row-control">{props.children}</div>}
    </div>
  );
}
