import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useStage } from '../stage-context.ts';
import type { StageNote } from './use-stage-notes.tsx';

const symbols = { info: Info, warning: TriangleAlert, danger: CircleAlert };

/** Line reserved for notes: it is rendered without a note too, so that nothing moves. */
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
      {note.isWorking === true ? <ElapsedTime /> : null}
      {note.isWorking === true ? (
        <div className="note-progress">
          <ProgressBar label={note.title} fraction={null} size="small" />
        </div>
      ) : null}
    </>
  );
}

/** Elapsed time of a task: it changes where a progress bar must not. */
function ElapsedTime() {
  const { t } = useText();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="note-elapsed" aria-hidden="true">
      {t('stage.elapsed', { seconds })}
    </span>
  );
}

/** At most two lines; longer texts are shown in the metrics, or in a tooltip. */
export function NoteText({ note }: { readonly note: StageNote }) {
  return (
    <div className="note-text" title={`${note.title} ${note.text}`}>
      <h2>{note.title}</h2> <span>{note.text}</span>
    </div>
  );
}
