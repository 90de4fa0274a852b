import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { isOver, type LocalJob } from '../../../contract/ipc/jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useApp, useView } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { JobHistory } from '../../jobs/job-history.tsx';
import { JobDetailsPage } from '../../jobs/job-page.tsx';
import { useActiveJobs } from '../../jobs/use-jobs.ts';
import '../create/create.css';
import { HistoryTable } from './history-table.tsx';
import './history.css';

const filters = ['all', 'running', 'done', 'failed'] as const;

type Filter = (typeof filters)[number];

/** Where finished and running jobs are found again. */
export function HistoryScreen() {
  const { view } = useApp();
  const { t } = useText();
  const jobs = useActiveJobs();
  const openId = useView((state) => state.historyJobId);
  const [filter, setFilter] = useState<Filter>('all');
  const open = jobs.find(({ id }) => id === openId);
  const shown = jobs.filter((job) => isOf(filter, job));
  return (
    <>
      <PageHeader
        title={t('history.title')}
        actions={
          open === undefined ? undefined : (
            <Button icon={ArrowLeft} onPress={() => view.getState().openJob(null)}>
              {t('history.back')}
            </Button>
          )
        }
      >
        {t('history.intro')}
      </PageHeader>
      {open === undefined ? null : (
        <div className="create">
          <div className="create-main">
            <JobDetailsPage job={open} />
          </div>
          <JobHistory most={8} currentId={openId} />
        </div>
      )}
      {open === undefined && jobs.length === 0 ? <NoJobs /> : null}
      {open === undefined && jobs.length > 0 ? (
        <div className="history">
          <Segmented
            label={t('history.filter')}
            value={filter}
            options={filters.map((id) => ({
              id,
              label: t(`history.filter.${id}`, {
                count: jobs.filter((job) => isOf(id, job)).length,
              }),
            }))}
            onChange={setFilter}
          />
          {shown.length === 0 ? (
            <p className="history-none">{t('history.none')}</p>
          ) : (
            <HistoryTable jobs={shown} />
          )}
        </div>
      ) : null}
    </>
  );
}

function NoJobs() {
  const { view } = useApp();
  const { t } = useText();
  return (
    <EmptyState
      picture="rows"
      title={t('history.empty.title')}
      action={
        <Button tone="primary" onPress={() => view.getState().goTo('create')}>
          {t('commands.go.create')}
        </Button>
      }
    >
      {t('history.empty.text')}
    </EmptyState>
  );
}

function isOf(filter: Filter, { state }: LocalJob): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'running':
      return !isOver(state);
    case 'done':
      return state === 'succeeded';
    case 'failed':
      return state === 'failed' || state === 'canceled';
  }
}
