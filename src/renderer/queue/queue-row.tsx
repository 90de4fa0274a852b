import { ArrowUpToLine, Eye, PencilLine, RotateCcw, Square, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  findProgressFraction,
  isTerminalState,
  type LocalJob,
  isUserNeeded,
} from '../../contract/ipc/jobs.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useApp, useJobs, useProfiles, useQueue } from '../app/app-context.ts';
import { toProfileTitle } from '../commands/app-actions.ts';
import { useText } from '../i18n/use-text.ts';
import { describeError } from '../i18n/describe-error.ts';
import { formatTimeLeft } from '../jobs/estimate-words.ts';
import { editAsNew } from '../jobs/edit-as-new.ts';
import { toCapabilityTitle, formatJobCost, toJobTitle } from '../jobs/job-words.ts';
import { useJobActions } from '../jobs/use-jobs.ts';

import { InputThumb } from './input-thumb.tsx';
import { cancelText, queueStateText } from './queue-words.ts';

/** Files of a job that are shown as thumbnails. */
const maxThumbs = 2;

/** A job of the queue: its files, what happens to it in words, how far it is, and what can be done about it. */
export function QueueRow(props: {
  readonly job: LocalJob;
  readonly nowMs: number;
  /** Drag handle. */
  readonly handle?: ReactNode;
}) {
  const { job, nowMs, handle } = props;
  const text = useText();
  const jobs = useJobs((state) => state.jobs);
  const queue = useQueue((state) => state.queue);
  const [isAsking, setAsking] = useState(false);
  const { tone, words } = queueStateText(text, job, { queue, nowMs });
  const isHeld = job.state === 'waiting' && job.error !== null;
  const estimate = isHeld ? null : formatTimeLeft(text, jobs, job);
  const left = isTerminalState(job.state) ? formatJobCost(text, job) : estimate;
  const isMoving =
    !isTerminalState(job.state) && job.state !== 'waiting' && !isUserNeeded(job.state);
  const isQuestion = isAsking && (isMoving || job.state === 'parked');
  return (
    <div className="queue-row" data-state={job.state}>
      {handle}
      <span className="queue-thumbs">
        {job.inputs.slice(0, maxThumbs).map((input) => (
          <InputThumb key={`${input.field} ${input.url}`} input={input} />
        ))}
      </span>
      <div className="queue-text">
        <div className="queue-top">
          <div className="queue-text">
            <span className="queue-name" title={toJobTitle(text, job)}>
              {toJobTitle(text, job)}
            </span>
            <span className="queue-kind">
              {toCapabilityTitle(text, job.feature)}
              <ServiceName profileId={job.profileId} />
            </span>
          </div>
          {isQuestion ? null : <RowActions job={job} onAsk={() => setAsking(true)} />}
        </div>
        <span className="queue-state">
          <StatusDot tone={tone}>{left === null ? words : `${words} · ${left}`}</StatusDot>
        </span>
        {job.state === 'failed' && job.error !== null ? (
          <span className="queue-kind">{describeError(text, job.error).title}</span>
        ) : null}
        {isMoving ? (
          <ProgressBar label={words} fraction={findProgressFraction(job)} size="small" />
        ) : null}
        {isQuestion ? <StopQuestion job={job} onEnd={() => setAsking(false)} /> : null}
      </div>
    </div>
  );
}

/** Shown only when several services have jobs. */
function ServiceName({ profileId }: { readonly profileId: string }) {
  const app = useApp();
  const profiles = useProfiles(({ list }) => list.profiles);
  const profile = profiles.find(({ id }) => id === profileId);
  return profiles.length < 2 || profile === undefined ? null : ` · ${toProfileTitle(app, profile)}`;
}

/** Shows the cost of stopping a job before it is stopped. */
function StopQuestion({ job, onEnd }: { readonly job: LocalJob; readonly onEnd: () => void }) {
  const text = useText();
  const { cancel } = useJobActions();
  return (
    <fieldset className="queue-question" aria-label={text.t('queue.cancel.ask')}>
      <span>{cancelText(text, job)}</span>
      <span className="queue-answers">
        <Button
          tone="danger"
          onPress={() => {
            onEnd();
            cancel(job.id);
          }}
        >
          {text.t('queue.cancel.do')}
        </Button>
        <Button tone="quiet" onPress={onEnd}>
          {text.t('queue.cancel.keep')}
        </Button>
      </span>
    </fieldset>
  );
}

function RowActions({ job, onAsk }: { readonly job: LocalJob; readonly onAsk: () => void }) {
  const app = useApp();
  const text = useText();
  const { t } = text;
  const { open, cancel } = useJobActions();
  const isPaused = useQueue((state) => state.queue.isPaused);
  const { runNow, retry, setOpen } = app.queue.getState();
  const name = toJobTitle(text, job);
  const edit = (
    <IconButton
      label={t('queue.edit_named', { name })}
      icon={PencilLine}
      onPress={() =>
        void app.attempt(async () => {
          await editAsNew(app, job.id);
          setOpen(false);
        })
      }
    />
  );
  const show = (
    <IconButton
      label={t('queue.show_named', { name })}
      icon={Eye}
      onPress={() => {
        open(job.id);
        setOpen(false);
      }}
    />
  );
  if (job.state === 'waiting') {
    return (
      <span className="queue-row-actions">
        <IconButton
          label={t(isPaused ? 'queue.run_now_named' : 'queue.run_next_named', { name })}
          icon={ArrowUpToLine}
          onPress={() => void app.attempt(() => runNow(job.id))}
        />
        {edit}
        <IconButton
          label={t('queue.remove_named', { name })}
          icon={X}
          onPress={() => cancel(job.id)}
        />
      </span>
    );
  }
  if (!isTerminalState(job.state)) {
    return (
      <span className="queue-row-actions">
        {show}
        {job.isCanceling ? null : (
          <IconButton
            label={t('job.cancel_named', { name })}
            icon={Square}
            onPress={job.state === 'unconfirmed' ? () => cancel(job.id) : onAsk}
          />
        )}
      </span>
    );
  }
  return (
    <span className="queue-row-actions">
      {job.state === 'failed' ? (
        <IconButton
          label={t('job.retry_named', { name })}
          icon={RotateCcw}
          onPress={() =>
            void app.attempt(async () => {
              await retry(job.id);
            })
          }
        />
      ) : null}
      {edit}
      {show}
    </span>
  );
}
