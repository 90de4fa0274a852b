import { ListVideo, Pause } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useApp, useJobs, useQueue } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { toQueueParts, toQueueProgress } from './queue-facts.ts';
import './queue-button.css';

const QueuePanel = lazy(async () => ({
  default: (await import('./queue-panel.tsx')).QueuePanel,
}));

/** Status of the jobs, on every screen; opens and closes the queue panel. */
export function QueueButton() {
  const { queue: store } = useApp();
  const { t } = useText();
  const jobs = useJobs((state) => state.jobs);
  const queue = useQueue((state) => state.queue);
  const isOpen = useQueue((state) => state.isOpen);
  const button = useRef<HTMLButtonElement>(null);
  const progress = toQueueProgress(toQueueParts(jobs, queue));
  const { isActive, current, total, fraction } = progress;
  const label = isActive ? t('queue.status', { current, total }) : t('queue.title');
  return (
    <>
      <button
        ref={button}
        type="button"
        className="status-action queue-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // A panel that is open closes when something beside it is pressed; the click that follows must not open it.
        onMouseDown={(event) => {
          if (isOpen) {
            event.preventDefault();
          }
        }}
        onClick={() => store.getState().setOpen(!isOpen)}
      >
        <Icon of={queue.isPaused && isActive ? Pause : ListVideo} size="small" />
        {label}
        {queue.isPaused && isActive ? ` · ${t('queue.paused')}` : null}
        {!queue.isPaused && isActive && fraction !== null
          ? ` · ${t('job.share', { percent: Math.round(fraction * 100) })}`
          : null}
      </button>
      {isOpen ? (
        <Suspense>
          <QueuePanel trigger={button} onClose={() => store.getState().setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
