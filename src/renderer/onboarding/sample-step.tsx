import { useEffect } from 'react';
import { isTerminalState } from '../../contract/ipc/jobs.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useApp, useJobs, useProfiles } from '../app/app-context.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import { useText } from '../i18n/use-text.ts';
import { describeError } from '../i18n/describe-error.ts';
import { CompareView } from '../jobs/playback/compare-view.tsx';
import { makeSample } from './sample-job.ts';
import { useOnboarding } from './use-onboarding.ts';

/** A job that this computer did: the clip that comes with the app before and after. */
export function SampleStep() {
  const app = useApp();
  const text = useText();
  const { t } = text;
  const { onboarding } = useOnboarding();
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === onboarding.sampleJobId));
  const isHere = useProfiles(({ list }) => list.activeId === embeddedProfileId);
  const make = (): void => void app.attempt(() => makeSample(app, { isAgain: true }));
  useEffect(() => {
    void app.attempt(() => makeSample(app, { isAgain: false }));
  }, [app]);
  if (job === undefined) {
    return (
      <p className="onboarding-wait">
        {t(isHere ? 'onboarding.sample.begins' : 'onboarding.sample.elsewhere')}
      </p>
    );
  }
  if (job.result !== null) {
    const sec = Math.max(1, Math.round(((job.endedAtMs ?? 0) - (job.startedAtMs ?? 0)) / 1000));
    return (
      <div className="onboarding-sample">
        <CompareView job={job} result={job.result} />
        <p>{t('onboarding.sample.done', { sec })}</p>
      </div>
    );
  }
  if (isTerminalState(job.state)) {
    return (
      <div className="onboarding-wait">
        <p>
          {job.error === null
            ? t('onboarding.sample.canceled')
            : t('onboarding.sample.failed', { why: describeError(text, job.error).title })}
        </p>
        {isHere ? <Button onPress={make}>{t('action.try_again')}</Button> : null}
      </div>
    );
  }
  return (
    <div className="onboarding-wait">
      <p>{t('onboarding.sample.making')}</p>
      <ProgressBar
        label={t('onboarding.sample.making')}
        fraction={job.progress?.fraction ?? null}
      />
    </div>
  );
}
