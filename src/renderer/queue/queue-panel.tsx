import { ListX, Pause, Play, RotateCcw, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useApp, useJobs, useQueue } from '../app/app-context.ts';
import { useClock } from '../app/use-clock.ts';
import type { Text } from '../i18n/text.ts';
import { useText } from '../i18n/use-text.ts';
import { formatEstimate } from '../jobs/job-words.ts';
import { QueueEnd } from './queue-end.tsx';
import {
  type QueueProgress,
  type QueueParts,
  toQueueParts,
  findQueueLeftMs,
  toQueueProgress,
} from './queue-facts.ts';
import { QueueHolds } from './queue-holds.tsx';
import { QueueRow } from './queue-row.tsx';
import './queue.css';
import { WaitingList } from './waiting-list.tsx';

/** Queue above the status bar: running jobs, the next ones in the user's order, and finished ones. */
export function QueuePanel(props: {
  readonly trigger: RefObject<Element | null>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { t } = text;
  const jobs = useJobs((state) => state.jobs);
  const queue = useQueue((state) => state.queue);
  const parts = toQueueParts(jobs, queue);
  const progress = toQueueProgress(parts);
  const leftMs = findQueueLeftMs(jobs, parts, queue);
  const nowMs = useClock(1000);
  const dialog = useRef<HTMLElement>(null);
  useEffect(() => catchFocus(dialog.current));
  return (
    <Popover
      className="queue-panel"
      triggerRef={props.trigger}
      placement="top start"
      isOpen
      isNonModal
      shouldCloseOnInteractOutside={(element) => !isOwnControl(element, props.trigger.current)}
      onOpenChange={(isOpen) => {
        if (!isOpen) {
          props.onClose();
        }
      }}
    >
      <Dialog className="queue-dialog" ref={dialog}>
        <div className="queue-head">
          <Heading slot="title" level={2}>
            {t('queue.title')}
          </Heading>
          <p className="queue-count">{countText(text, progress, leftMs)}</p>
          <IconButton label={t('action.close')} icon={X} onPress={props.onClose} />
        </div>
        {progress.total === 0 ? (
          <p className="queue-empty">{t('queue.empty')}</p>
        ) : (
          <>
            <Summary progress={progress} parts={parts} />
            <QueueHolds nowMs={nowMs} />
            <div className="queue-rows">
              <Part title={t('queue.part.running')} count={parts.running.length}>
                <ul>
                  {parts.running.map((job) => (
                    <li key={job.id}>
                      <QueueRow job={job} nowMs={nowMs} />
                    </li>
                  ))}
                </ul>
              </Part>
              <Part title={t('queue.part.waiting')} count={parts.waiting.length}>
                <WaitingList jobs={parts.waiting} nowMs={nowMs} />
              </Part>
              <Part title={t('queue.part.finished')} count={parts.finished.length}>
                <ul>
                  {parts.finished.map((job) => (
                    <li key={job.id}>
                      <QueueRow job={job} nowMs={nowMs} />
                    </li>
                  ))}
                </ul>
              </Part>
            </div>
          </>
        )}
        <QueueEnd nowMs={nowMs} />
      </Dialog>
    </Popover>
  );
}

function countText(
  text: Text,
  { total, over, isActive }: QueueProgress,
  leftMs: number | null,
): string {
  if (total === 0) {
    return '';
  }
  const count = text.t('queue.count', { over, total });
  return isActive && leftMs !== null
    ? `${count} · ${text.t('queue.left', { time: formatEstimate(text, leftMs) })}`
    : count;
}

/** The focused element may vanish, such as a removed row: the panel takes over the keyboard. */
function catchFocus(dialog: HTMLElement | null): void {
  if (document.activeElement === document.body) {
    dialog?.focus();
  }
}

/** Returns whether an element outside the panel belongs to it: its button, menus opened from it, notices. */
function isOwnControl(element: Element, trigger: Element | null): boolean {
  return trigger?.contains(element) === true || element.closest('.ui-popover, .ui-toasts') !== null;
}

function Part(props: {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}) {
  return props.count === 0 ? null : (
    <section className="queue-part" aria-label={props.title}>
      <h3>{props.title}</h3>
      {props.children}
    </section>
  );
}

function Summary(props: { readonly progress: QueueProgress; readonly parts: QueueParts }) {
  const { queue: store, attempt } = useApp();
  const { t } = useText();
  const isPaused = useQueue((state) => state.queue.isPaused);
  const { over, isActive, fraction } = props.progress;
  const failed = props.parts.finished.filter(({ state }) => state === 'failed').length;
  const { pause, retry, clearFinished } = store.getState();
  return (
    <div className="queue-summary">
      {isActive ? (
        <ProgressBar label={t('queue.progress')} fraction={isPaused ? (fraction ?? 0) : fraction} />
      ) : null}
      <div className="queue-actions">
        {isActive ? (
          <Button
            icon={isPaused ? Play : Pause}
            onPress={() => void attempt(() => pause(!isPaused))}
          >
            {t(isPaused ? 'queue.resume' : 'queue.pause')}
          </Button>
        ) : null}
        {failed === 0 ? null : (
          <Button
            icon={RotateCcw}
            onPress={() =>
              void attempt(async () => {
                await retry(null);
              })
            }
          >
            {t('queue.retry_failed', { count: failed })}
          </Button>
        )}
        {over === 0 ? null : (
          <IconButton
            label={t('queue.clear')}
            icon={ListX}
            tone="plain"
            onPress={() => void attempt(clearFinished)}
          />
        )}
      </div>
      {isPaused && isActive ? <p className="queue-hint">{t('queue.pause_hint')}</p> : null}
    </div>
  );
}
