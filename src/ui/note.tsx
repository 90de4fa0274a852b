import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './note.css';

const symbols = { info: Info, good: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** Notice about its surroundings: what happened, what it means, what to do. */
export function Note(props: {
  readonly tone: keyof typeof symbols;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <output className="ui-note" data-tone={props.tone}>
      <Icon of={symbols[props.tone]} />
      <span className="ui-note-text">
        <span className="ui-note-title">{props.title}</span>
        {props.children === undefined ? null : (
          <span className="ui-note-body">{props.children}</span>
        )}
      </span>
      {props.action}
    </output>
  );
}
