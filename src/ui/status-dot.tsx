import type { ReactNode } from 'react';
import './status-dot.css';

/** Meaning of a state: `idle` is grey, the others are green, amber, red and blue. */
export type Tone = 'idle' | 'good' | 'warning' | 'danger' | 'info';

/** Colour of a dot; the accent, violet, means that the real face or voice goes out. */
export type MarkTone = Tone | 'accent';

/** The dot alone, for places where a text of its own says the state. */
export function StatusMark({ tone }: { readonly tone: MarkTone }) {
  return <span className="ui-status-mark" data-tone={tone} aria-hidden="true" />;
}

/** A state as a coloured dot and a word, never as a colour alone. */
export function StatusDot(props: { readonly tone: MarkTone; readonly children: ReactNode }) {
  return (
    <span className="ui-status">
      <StatusMark tone={props.tone} />
      {props.children}
    </span>
  );
}
