import { FolderOpen, RotateCcw, Square, Trash2 } from 'lucide-react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { isOver, type LocalJob } from '../../../contract/ipc/jobs.ts';
import { IconButton } from '../../../ui/button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { useJobs } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import {
  capabilityTitle,
  costOfJob,
  durationText,
  jobStates,
  jobTitle,
} from '../../jobs/job-words.ts';
import { leftText } from '../../jobs/estimate-words.ts';
import { JobThumb } from '../../jobs/job-thumb.tsx';
import { noteText } from '../../i18n/foreign-words.ts';
import { useJobActions } from '../../jobs/use-jobs.ts';
import './history.css';

/**
 * Jobs in rows, newest first. Arrow keys move between rows and into their actions, Enter opens one, typing
 * letters finds a name.
 */
export function HistoryTable({ jobs }: { readonly jobs: readonly LocalJob[] }) {
  const { t } = useText();
  const { open } = useJobActions();
  return (
    <Table
      className="history-table"
      aria-label={t('history.title')}
      onRowAction={(key) => open(String(key))}
    >
      <TableHeader className="history-head">
        <Column isRowHeader>{t('history.job')}</Column>
        <Column>{t('history.state')}</Column>
        <Column>{t('history.cost')}</Column>
        <Column>{t('history.took')}</Column>
        <Column>{t('history.when')}</Column>
        <Column>{t('history.actions')}</Column>
      </TableHeader>
      <TableBody>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </TableBody>
    </Table>
  );
}

function JobRow({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { t, time } = text;
  const all = useJobs((state) => state.jobs);
  const { tone, key } = jobStates[job.state];
  const fraction = job.progress?.fraction ?? null;
  return (
    <Row className="history-row" id={job.id} textValue={jobTitle(text, job)}>
      <Cell>
        <span className="history-job">
          <JobThumb job={job} />
          <span className="history-names">
            <span className="history-name">{jobTitle(text, job)}</span>
            <span className="history-kind">{capabilityTitle(text, job.feature)}</span>
          </span>
        </span>
      </Cell>
      <Cell>
        <StatusDot tone={tone}>
          {fraction === null
            ? t(key)
            : t('history.state_share', { state: t(key), percent: Math.round(fraction * 100) })}
        </StatusDot>
        {job.error === null ? null : (
          <span className="history-kind line">{t(`error.${job.error.code}.title`)}</span>
        )}
        {job.notes.map((note) => (
          <span key={note.code} className="history-kind line">
            {noteText(text, note)}
          </span>
        ))}
      </Cell>
      <Cell>{costOfJob(text, job)}</Cell>
      <Cell>
        {job.endedAtMs === null
          ? (leftText(text, all, job) ?? t('history.open'))
          : durationText(text, job.endedAtMs - (job.startedAtMs ?? job.createdAtMs))}
      </Cell>
      <Cell>{time(job.createdAtMs)}</Cell>
      <Cell>
        <RowActions job={job} />
      </Cell>
    </Row>
  );
}

function RowActions({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const { t } = text;
  const actions = useJobActions();
  const name = jobTitle(text, job);
  return (
    <span className="history-actions">
      {isOver(job.state) ? (
        <>
          <IconButton
            label={t('job.retry_named', { name })}
            icon={RotateCcw}
            onPress={() => actions.retry(job.id)}
          />
          {job.result === null ? null : (
            <IconButton
              label={t('job.reveal_named', { name })}
              icon={FolderOpen}
              onPress={() => actions.reveal(job.id)}
            />
          )}
          <IconButton
            label={t('job.forget_named', { name })}
            icon={Trash2}
            onPress={() => actions.forget(job.id)}
          />
        </>
      ) : (
        <IconButton
          label={t('job.cancel_named', { name })}
          icon={Square}
          onPress={() => actions.cancel(job.id)}
        />
      )}
    </span>
  );
}
