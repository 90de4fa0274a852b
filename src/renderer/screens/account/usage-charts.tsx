import type { AccountView } from '../../../contract/ipc/account.ts';
import { usageDays } from '../../../contract/ipc/account.ts';
import { BarChart, AmountBars } from '../../../ui/bar-chart.tsx';
import { Card } from '../../../ui/card.tsx';
import { useText } from '../../i18n/use-text.ts';
import { formatDay, toFeatureTitle } from './account-words.ts';

/** Charts of the last days and the features by cost; at a free service, by number of uses. */
export function UsageCharts({ account }: { readonly account: AccountView }) {
  const text = useText();
  const { t, money } = text;
  const { days, features, isWhole } = account.usage;
  const valueOf = (sum: { readonly calls: number; readonly spentUsd: number }): number =>
    account.isPriced ? sum.spentUsd : sum.calls;
  const amountText = (sum: { readonly calls: number; readonly spentUsd: number }): string =>
    account.isPriced
      ? t('account.amount_calls', { amount: money(sum.spentUsd), count: sum.calls })
      : t('account.calls', { count: sum.calls });
  const top = days.toSorted((a, b) => valueOf(b) - valueOf(a))[0];
  if (features.length === 0) {
    return (
      <Card title={t('account.usage', { days: usageDays })}>
        <p className="muted">{t('account.usage_none')}</p>
      </Card>
    );
  }
  return (
    <div className="account-columns">
      <Card title={t(account.isPriced ? 'account.by_day' : 'account.work_by_day')}>
        <BarChart
          label={t('account.days', { days: usageDays })}
          topText={top === undefined ? '' : t('account.top', { amount: amountText(top) })}
          firstText={formatDay(text, days[0]?.day ?? '')}
          lastText={t('account.today')}
          bars={days.map((day) => ({
            id: day.day,
            value: valueOf(day),
            text: t('account.day', { day: formatDay(text, day.day), amount: amountText(day) }),
          }))}
        />
        {isWhole ? null : <p className="muted">{t('account.not_whole')}</p>}
      </Card>
      <Card title={t(account.isPriced ? 'account.by_feature' : 'account.work_by_feature')}>
        <AmountBars
          label={t(account.isPriced ? 'account.by_feature' : 'account.work_by_feature')}
          amounts={features.map((sum) => ({
            id: sum.feature,
            name: toFeatureTitle(text, sum.feature),
            value: valueOf(sum),
            text: amountText(sum),
          }))}
        />
      </Card>
    </div>
  );
}
