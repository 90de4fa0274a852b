import type { AccountView } from '../../../contract/ipc/account.ts';
import { Card } from '../../../ui/card.tsx';
import { useText } from '../../i18n/use-text.ts';

/** Limits of the account. */
export function LimitsCard({ limits }: { readonly limits: AccountView['limits'] }) {
  const { t } = useText();
  const { imageMb, audioMb, videoMb, resolutionsP } = limits;
  return (
    <Card title={t('account.limits')}>
      <dl className="facts">
        <dt>{t('account.limit.jobs')}</dt>
        <dd>{limits.jobsAtOnce}</dd>
        <dt>{t('account.limit.uploads')}</dt>
        <dd>{t('account.limit.uploads_value', { imageMb, audioMb, videoMb })}</dd>
        <dt>{t('account.limit.sizes')}</dt>
        <dd>{resolutionsP.map((size) => `${size}p`).join(', ')}</dd>
        <dt>{t('account.limit.script')}</dt>
        <dd>{t('account.limit.chars', { count: limits.scriptChars })}</dd>
        <dt>{t('account.limit.prompt')}</dt>
        <dd>{t('account.limit.chars', { count: limits.promptChars })}</dd>
        <dt>{t('account.limit.swap')}</dt>
        <dd>{t('account.limit.minutes', { count: limits.swapMinutes })}</dd>
        <dt>{t('account.limit.voice')}</dt>
        <dd>{t('account.limit.minutes', { count: limits.voiceMinutes })}</dd>
        <dt>{t('account.limit.requests')}</dt>
        <dd>
          {t('account.limit.requests_value', {
            count: limits.requestsPerMinute,
            tier: limits.rateTier,
          })}
        </dd>
      </dl>
    </Card>
  );
}
