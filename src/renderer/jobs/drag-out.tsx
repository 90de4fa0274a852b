import { Grip } from 'lucide-react';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { Icon } from '../../ui/icon.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import './jobs.css';

/** A handle by which a result is dragged into another program as a file, where the runtime can do that. */
export function DragOut({ job }: { readonly job: LocalJob }) {
  const { about, bridge, attempt } = useApp();
  const { t } = useText();
  return about.runtime.kind === 'electron' ? (
    <span
      className="drag-out"
      draggable
      title={t('job.drag_hint')}
      onDragStart={(event) => {
        // The system drags the file itself; the page has only its image.
        event.preventDefault();
        void attempt(async () => {
          await bridge.call('jobs.drag_out', { id: job.id });
        });
      }}
    >
      <Icon of={Grip} />
      {t('job.drag')}
    </span>
  ) : null;
}
