import type { AccountView } from '../../../contract/ipc/account.ts';
import { embeddedProfileId } from '../../../contract/profiles.ts';
import { useJobs } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { formatDuration } from '../../jobs/job-words.ts';
import { Metric } from './metric.tsx';

/** Usage of a free service; for this computer also its working time. */
export function LocalMetrics(props: { readonly account: AccountView; readonly isLocal: boolean }) {
  const text = useText();
  const { t } = text;
  const { days } = props.account.usage;
  const rendered = useJobs(({ jobs }) =>
    jobs.reduce(
      (sum, { profileId, report }) =>
        sum + (profileId === embeddedProfileId ? (report?.wallMs ?? 0) : 0),
      0,
    ),
  );
  const count = (last: number): number =>
    days.slice(-last).reduce((sum, { calls }) => sum + calls, 0);
  return (
    <dl className="ui-card account-metrics">
      <Metric label={t('account.price')} value={t('account.free')}>
        {props.isLocal ? t('account.free_here') : t('account.free_there')}
      </Metric>
      <Metric label={t('account.last_week')} value={String(count(7))}>
        {t('account.calls_hint')}
      </Metric>
      <Metric label={t('account.last_month')} value={String(count(days.length))}>
        {t('account.calls_hint')}
      </Metric>
      {props.isLocal ? (
        <Metric
          label={t('account.rendered')}
          value={rendered === 0 ? '–' : formatDuration(text, rendered)}
        >
          {t('account.rendered_hint')}
        </Metric>
      ) : null}
    </dl>
  );
}
