import { FolderOpen, Download, PencilLine, RotateCcw, Square } from 'lucide-react';
import { isTerminalState, type LocalJob } from '../../contract/ipc/jobs.ts';
import { Button } from '../../ui/button.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { DragOut } from './drag-out.tsx';
import { editAsNew } from './edit-as-new.ts';
import { isFormFeature } from './form/forms.ts';
import { JobMenu } from './job-menu.tsx';
import './jobs.css';
import { useJobActions } from './use-jobs.ts';

/** Actions of a job, mainly with its result. */
export function JobButtons({ job }: { readonly job: LocalJob }) {
  const { t } = useText();
  const app = useApp();
  const actions = useJobActions();
  if (!isTerminalState(job.state)) {
    return (
      <div className="job-buttons">
        {/* Of a job that waits between two stages it stands with the ways on. */}
        {job.state === 'parked' ? null : (
          <Button icon={Square} onPress={() => actions.cancel(job.id)}>
            {t('job.cancel')}
          </Button>
        )}
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
          <DragOut job={job} />
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
