import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useStage } from './stage-context.ts';
import type { StageNote } from './use-stage-notes.tsx';

const symbols = { info: Info, warning: TriangleAlert, danger: CircleAlert };

/** The line that is kept free for what has to be known: it is there without a note too, so that nothing moves. */
export function NoteLine({ notes }: { readonly notes: readonly StageNote[] }) {
  const [note, ...more] = notes;
  return (
    <div className="note-line" data-tone={note?.tone} aria-live="polite">
      {note === undefined ? null : <NoteContent key={note.id} note={note} more={more.length} />}
    </div>
  );
}

function NoteContent({ note, more }: { readonly note: StageNote; readonly more: number }) {
  const { t } = useText();
  const stage = useStage();
  return (
    <>
      <Icon of={symbols[note.tone]} />
      <NoteText note={note} />
      {note.actions}
      {more === 0 ? null : (
        <Button tone="quiet" onPress={() => stage.setMetricsOpen(true)}>
          {t('stage.more_notes', { count: more })}
        </Button>
      )}
      {note.onClose === undefined ? null : (
        <IconButton label={t('action.close')} icon={X} onPress={note.onClose} />
      )}
      {note.isWorking === true ? (
        <div className="note-progress">
          <ProgressBar label={note.title} fraction={null} size="small" />
        </div>
      ) : null}
    </>
  );
}

/** Two lines of it at most; what does not fit is read under the metrics, or under the pointer. */
export function NoteText({ note }: { readonly note: StageNote }) {
  return (
    <div className="note-text" title={`${note.title} ${note.text}`}>
      <h2>{note.title}</h2> <span>{note.text}</span>
    </div>
  );
}
