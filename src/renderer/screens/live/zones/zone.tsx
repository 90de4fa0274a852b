import type { ReactNode } from 'react';
import { Icon, type IconSymbol } from '../../../../ui/icon.tsx';

/** One section of the side column, as flat as possible: all of them are visible at once. */
export function Zone(props: {
  readonly title: string;
  readonly icon: IconSymbol;
  readonly status?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="zone" aria-label={props.title}>
      <div className="zone-head">
        <h2 className="zone-title">
          <Icon of={props.icon} />
          {props.title}
        </h2>
        {props.status}
      </div>
      {props.children}
    </section>
  );
}
