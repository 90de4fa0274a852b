import { ArrowLeft } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useApp, useDraft, useJobs, useView } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { JobHistory } from '../../jobs/job-history.tsx';
import { JobDetailsPage } from '../../jobs/job-page.tsx';
import { ServiceFailure } from '../../shell/service-failure.tsx';
import { useActiveService } from '../../shell/use-active-service.ts';
import './create.css';
import { CreateDrop } from './create-drop.tsx';
import { CreateForm } from './create-form.tsx';

/** Screen for creating jobs: a form, and the resulting job. */
export function CreateScreen() {
  const { view } = useApp();
  const { t } = useText();
  const openId = useView((state) => state.createJobId);
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === openId));
  return (
    <CreateDrop>
      <PageHeader
        title={t('create.title')}
        actions={
          job === undefined ? undefined : (
            <Button icon={ArrowLeft} onPress={() => view.getState().openJob(null)}>
              {t('create.back')}
            </Button>
          )
        }
      >
        {t('create.intro')}
      </PageHeader>
      <div className="create">
        <div className="create-main">
          {job === undefined ? <Draft /> : <JobDetailsPage job={job} />}
        </div>
        <JobHistory max={8} currentId={openId} />
      </div>
    </CreateDrop>
  );
}

/** The form, once the offer of the service is known. */
function Draft() {
  const { view, draft } = useApp();
  const text = useText();
  const { t } = text;
  const { profile, title } = useActiveService();
  const offer = useDraft((state) => state.offer);
  const error = useDraft((state) => state.offerError);
  const words = error === null ? null : describeError(text, error);
  if (offer !== null && offer.profileId === profile.id && offer.capabilities.length > 0) {
    return <CreateForm offer={offer} />;
  }
  return (
    <>
      {profile.kind === 'embedded' ? <ServiceFailure /> : null}
      <EmptyState
        illustration="cards"
        title={
          words?.title ??
          t(offer === null ? 'create.asking.title' : 'create.empty.title', { name: title })
        }
        action={
          <>
            {error === null ? null : (
              <Button tone="primary" onPress={() => void draft.getState().loadOffer()}>
                {t('action.try_again')}
              </Button>
            )}
            <Button
              tone={error === null ? 'primary' : undefined}
              onPress={() => view.getState().openSection('service')}
            >
              {t('action.open_service')}
            </Button>
          </>
        }
      >
        {words?.advice ??
          t(offer === null ? 'create.asking.text' : 'create.empty.text', { name: title })}
      </EmptyState>
    </>
  );
}
