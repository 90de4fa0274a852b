import { Send } from 'lucide-react';
import {
  isTerminalState,
  isParkedStage,
  type LocalJob,
  isUserNeeded,
} from '../../contract/ipc/jobs.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useProfiles, useQueue } from '../app/app-context.ts';
import { useClock } from '../app/use-clock.ts';
import { useText } from '../i18n/use-text.ts';
import { toFieldWords } from '../i18n/capability-texts.ts';
import { noteText } from '../i18n/foreign-words.ts';
import { CompareView } from './playback/compare-view.tsx';
import { describeFailure, describeNext } from './describe-failure.ts';
import { JobButtons } from './job-buttons.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobProgressView } from './job-progress.tsx';
import { toCapabilityTitle, jobStates, toJobTitle } from './job-words.ts';
import './jobs.css';
import { ParkedJob } from './parked-job.tsx';
import { RemoteResult } from './remote-result.tsx';
import { ReportCards } from './report/report-cards.tsx';
import { SoundBox } from './playback/sound-box.tsx';
import { useJobActions } from './use-jobs.ts';
import { VerdictNote } from './report/verdict-note.tsx';

/** Bars of a waveform. */
const bars = 160;

/** Page of one job: its progress, and at the end its result, its quality and how it was made. */
export function JobDetailsPage({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { tone, key } = jobStates[job.state];
  return (
    <div className="job-page">
      <div className="job-head">
        <h2>{toJobTitle(text, job)}</h2>
        <span className="job-head-facts">
          <span>{toCapabilityTitle(text, job.feature)}</span>
          {/* Said by screen readers, for nothing else says that the job on the screen is over. */}
          <output>
            <StatusDot tone={tone}>{text.t(key)}</StatusDot>
          </output>
        </span>
        <JobButtons job={job} />
      </div>
      {isTerminalState(job.state) || isUserNeeded(job.state) ? null : <JobProgressView job={job} />}
      {job.state === 'parked' && isParkedStage(job.stage) ? (
        <ParkedJob key={job.stage} job={job} stage={job.stage} />
      ) : null}
      {job.state === 'unconfirmed' ? <ConfirmNote job={job} /> : null}
      {job.error === null ? null : <JobError job={job} error={job.error} />}
      {job.state === 'canceled' ? (
        <Note tone="info" title={text.t('job.canceled.title')}>
          {text.t('job.canceled.text')}
        </Note>
      ) : null}
      {job.result === null ? null : <VerdictNote job={job} result={job.result} />}
      {job.notes.length === 0 ? null : <ResultNotes notes={job.notes} />}
      {job.result === null ? null : <JobResult job={job} result={job.result} />}
      <RemoteResult job={job} />
      {job.result === null && job.state !== 'parked' ? <JobInputs job={job} /> : null}
      {job.report === null ? null : <ReportCards report={job.report} feature={job.feature} />}
      <div className="job-cards">
        <JobFacts job={job} />
      </div>
    </div>
  );
}

/**
 * Asks for confirmation of a job that may not be the user's: the files are shown below, and nothing was sent.
 */
function ConfirmNote({ job }: { readonly job: LocalJob }) {
  const { t } = useText();
  const { confirm } = useJobActions();
  const profile = useProfiles(({ list }) => list.profiles.find(({ id }) => id === job.profileId));
  const isLocal = profile?.kind === 'embedded';
  const target = isLocal ? t('job.unconfirmed.here') : (profile?.baseUrl ?? null);
  return (
    <Note
      tone="warning"
      title={t('job.unconfirmed.title')}
      action={
        target === null ? undefined : (
          <Button icon={Send} onPress={() => confirm(job.id)}>
            {t('job.confirm')}
          </Button>
        )
      }
    >
      {t('job.unconfirmed.text')}
      <span className="line">
        {target === null
          ? t('job.unconfirmed.no_service')
          : t('job.unconfirmed.consent', { target })}
      </span>
    </Note>
  );
}

/** Differences between the result and the request, a sentence each. */
function ResultNotes({ notes }: { readonly notes: LocalJob['notes'] }) {
  const text = useText();
  return (
    <Note tone="info" title={text.t('job.notes')}>
      {notes.map((note) => (
        <span key={note.code} className="line">
          {noteText(text, note)}
        </span>
      ))}
    </Note>
  );
}

/** Result of a job; an image or a video beside its original. */
function JobResult(props: {
  readonly job: LocalJob;
  readonly result: NonNullable<LocalJob['result']>;
}) {
  const { job, result } = props;
  const { t } = useText();
  return result.kind === 'audio' ? (
    <SoundBox url={result.url} label={t('sound.result')} count={bars} />
  ) : (
    <CompareView key={job.id} job={job} result={result} />
  );
}

/** Inputs of a job while there is no result: pictures and first frames of videos, and recordings that play. */
function JobInputs({ job }: { readonly job: LocalJob }) {
  const { language } = useText();
  return (
    <ul className="job-inputs">
      {job.inputs.map(({ field, kind, name, url }, index) => (
        <li key={`${field} ${String(index)}`} className="job-input" data-kind={kind}>
          {kind === 'audio' ? <SoundBox url={url} label={name} count={bars} /> : null}
          {kind === 'video' ? (
            <video src={`${url}#t=0.1`} preload="metadata" muted playsInline aria-label={name} />
          ) : null}
          {kind === 'image' ? <img src={url} alt={name} /> : null}
          <span className="job-input-label">
            {toFieldWords(language, job.feature, field).label}
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Failure with its remedy; for a waiting job, the reason of its refusal; for a running one, of its service's
 * silence.
 */
function JobError(props: {
  readonly job: LocalJob;
  readonly error: NonNullable<LocalJob['error']>;
}) {
  const text = useText();
  const { job, error } = props;
  const isFailed = job.state === 'failed';
  const isPaused = useQueue(({ queue }) => queue.isPaused);
  const nowMs = useClock(1000);
  const { title, advice, reason } = describeFailure(text, job, error);
  return (
    <Note tone={isFailed ? 'danger' : 'warning'} title={title}>
      {describeNext(text, job, { advice, isPaused, nowMs })}
      {isFailed && reason !== null ? <span className="line">{reason}</span> : null}
    </Note>
  );
}
