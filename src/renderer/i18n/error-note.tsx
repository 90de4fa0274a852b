import type { ReactNode } from 'react';
import type { WireError } from '../../base/errors.ts';
import { Note } from '../../ui/note.tsx';
import { describeError } from './describe-error.ts';
import { useText } from './use-text.ts';

/** Shows an error and its remedy at the place it belongs to. */
export function ErrorNote(props: {
  readonly error: Pick<WireError, 'code' | 'details'>;
  readonly tone?: 'danger' | 'warning';
  readonly action?: ReactNode;
}) {
  const { title, advice } = describeError(useText(), props.error);
  return (
    <Note tone={props.tone ?? 'danger'} title={title} action={props.action}>
      {advice}
    </Note>
  );
}
