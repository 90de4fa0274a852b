import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { createGridScroll } from '../../../ui/virtual-grid.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useApp, useJobs, useView } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { JobHistory } from '../../jobs/job-history.tsx';
import { JobDetailsPage } from '../../jobs/job-page.tsx';
import { emptyChoice } from '../../library/library-choice.ts';
import { LibraryDialog } from '../../library/library-dialog.tsx';
import { UseContext } from '../../library/use-context.ts';
import { LibraryView } from '../../library/library-view.tsx';
import '../create/create.css';
import { useInCreate } from './use-in-create.ts';

/** History of everything created: jobs of all services, recordings, conversions and sessions. */
export function HistoryScreen() {
  const { jobs, view, attempt } = useApp();
  const { t } = useText();
  const openId = useView((state) => state.historyJobId);
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === openId));
  const [choice, setChoice] = useState(emptyChoice);
  const [scroll] = useState(createGridScroll);
  const opened = useView((state) => state.libraryItem);
  const { openItem } = view.getState();
  const putIntoForm = useInCreate();
  const openJob = (id: string): void =>
    void attempt(async () => {
      await jobs.getState().read(id);
      view.getState().openJob(id);
    });
  return (
    <UseContext value={putIntoForm}>
      <PageHeader
        title={t('library.title')}
        actions={
          job === undefined ? undefined : (
            <Button icon={ArrowLeft} onPress={() => view.getState().openJob(null)}>
              {t('library.back')}
            </Button>
          )
        }
      >
        {t('library.intro')}
      </PageHeader>
      {job === undefined ? (
        <LibraryView
          choice={choice}
          onChoose={setChoice}
          scroll={scroll}
          onOpen={(item) => (item.kind === 'job' ? openJob(item.id) : openItem(item))}
        />
      ) : (
        <div className="create library-job">
          <div className="create-main">
            <JobDetailsPage job={job} />
          </div>
          <JobHistory max={8} currentId={openId} />
        </div>
      )}
      <LibraryDialog item={opened} onClose={() => openItem(null)} />
    </UseContext>
  );
}
