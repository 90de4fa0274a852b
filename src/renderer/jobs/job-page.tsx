import {
  FolderOpen,
  Download,
  PencilLine,
  RotateCcw,
  Send,
  Square,
  Trash2,
  UserRoundX,
} from 'lucide-react';
import { isOver, type LocalJob } from '../../contract/ipc/jobs.ts';
import { personOf } from '../../contract/persons.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useApp, useProfiles } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { fieldWords } from '../i18n/capability-texts.ts';
import { noteText } from '../i18n/foreign-words.ts';
import { CompareView } from './compare-view.tsx';
import { editAsNew } from './edit-as-new.ts';
import { failureWords } from './failure-words.ts';
import { isFormFeature } from './forms.ts';
import { JobFacts } from './job-facts.tsx';
import { JobProgressView } from './job-progress.tsx';
import { capabilityTitle, jobStates, jobTitle } from './job-words.ts';
import './jobs.css';
import { RemoteResult } from './remote-result.tsx';
import { ReportCards } from './report-cards.tsx';
import { SoundBox } from './sound-box.tsx';
import { useJobActions } from './use-jobs.ts';
import { VerdictNote } from './verdict-note.tsx';

/** Bars of the shape of a sound. */
const bars = 160;

/** One job: how far it is, and once it is over its result, how good that is and how it was made. */
export function JobDetailsPage({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { tone, key } = jobStates[job.state];
  return (
    <div className="job-page">
      <div className="job-head">
        <h2>{jobTitle(text, job)}</h2>
        <span className="job-head-facts">
          <span>{capabilityTitle(text, job.feature)}</span>
          <StatusDot tone={tone}>{text.t(key)}</StatusDot>
        </span>
        <JobButtons job={job} />
      </div>
      {isOver(job.state) || job.state === 'unconfirmed' ? null : <JobProgressView job={job} />}
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
      {job.result === null ? <JobInputs job={job} /> : null}
      {job.report === null ? null : <ReportCards report={job.report} />}
      <div className="job-cards">
        <JobFacts job={job} />
      </div>
    </div>
  );
}

/** Asks for a job that may be somebody else's: the files are shown below, and nothing was sent. */
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

/** How the result differs from what was asked for, a sentence each. */
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

/** What came out; a picture or a video beside what it was made from. */
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

/** What went in, to look at or listen to while there is no result. */
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
          <span className="job-input-label">{fieldWords(language, job.feature, field).label}</span>
        </li>
      ))}
    </ul>
  );
}

function JobButtons({ job }: { readonly job: LocalJob }) {
  const { t } = useText();
  const app = useApp();
  const actions = useJobActions();
  if (!isOver(job.state)) {
    return (
      <div className="job-buttons">
        <Button icon={Square} onPress={() => actions.cancel(job.id)}>
          {t('job.cancel')}
        </Button>
        <JobMenu job={job} />
      </div>
    );
  }
  return (
    <div className="job-buttons">
      {job.state === 'succeeded' ? null : (
        <Button icon={RotateCcw} tone="primary" onPress={() => actions.retry(job.id)}>
          {t('job.retry')}
        </Button>
      )}
      {isFormFeature(job.feature) ? (
        <Button icon={PencilLine} onPress={() => void app.attempt(() => editAsNew(app, job.id))}>
          {t('job.change')}
        </Button>
      ) : null}
      {job.result === null ? null : (
        <>
          <Button icon={FolderOpen} onPress={() => actions.reveal(job.id)}>
            {t('job.reveal')}
          </Button>
          <Button tone="primary" icon={Download} onPress={() => actions.saveAs(job.id)}>
            {t('job.save_as')}
          </Button>
        </>
      )}
      <JobMenu job={job} />
    </div>
  );
}

/** How the job goes, alone or with everything of the persons in it. */
function JobMenu({ job }: { readonly job: LocalJob }) {
  const { persons, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const { forget } = useJobActions();
  const hasPerson = job.inputs.some(({ field }) => personOf(job.feature, field) !== null);
  const actions = [
    ...(isOver(job.state)
      ? [
          {
            id: 'forget',
            label: t(job.result === null ? 'job.forget' : 'job.forget_keep'),
            icon: Trash2,
            run: () => forget(job.id),
          },
        ]
      : []),
    ...(hasPerson
      ? [
          {
            id: 'person',
            label: t('person.delete_all'),
            icon: UserRoundX,
            tone: 'danger',
            run: () => void attempt(() => persons.getState().ask({ kind: 'job', id: job.id })),
          } as const,
        ]
      : []),
  ];
  return actions.length === 0 ? null : (
    <Menu label={t('person.menu', { name: jobTitle(text, job) })} actions={actions} />
  );
}

/** A failure with what to do; for a job that still runs, why nothing is heard of it. */
function JobError(props: {
  readonly job: LocalJob;
  readonly error: NonNullable<LocalJob['error']>;
}) {
  const text = useText();
  const { job, error } = props;
  const isFailed = job.state === 'failed';
  const { title, advice, reason } = failureWords(text, job, error);
  return (
    <Note tone={isFailed ? 'danger' : 'warning'} title={title}>
      {isFailed || isOver(job.state) ? advice : text.t('job.out_of_reach')}
      {isFailed && reason !== null ? <span className="line">{reason}</span> : null}
    </Note>
  );
}
