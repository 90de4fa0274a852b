import type { AccountView } from '../../../contract/ipc/account.ts';
import { useText } from '../../i18n/use-text.ts';
import { findHourPrice } from './account-words.ts';
import { Metric } from './metric.tsx';

/** Balance, holds, spending, and the price of an hour live. */
export function MoneyMetrics({ account }: { readonly account: AccountView }) {
  const { t, money } = useText();
  const { balanceUsd, heldUsd, spentThisWeekUsd, spentThisMonthUsd, totalSpentUsd } = account.money;
  const swap = findHourPrice(account.prices, 'real_time_swap_full');
  const voice = findHourPrice(account.prices, 'voice_changer');
  return (
    <dl className="ui-card account-metrics">
      <Metric label={t('account.balance')} value={money(balanceUsd)}>
        {heldUsd === 0 ? t('account.held_none') : t('account.held', { amount: money(heldUsd) })}
      </Metric>
      <Metric label={t('account.week')} value={money(spentThisWeekUsd)}>
        {t('account.week_hint')}
      </Metric>
      <Metric label={t('account.month')} value={money(spentThisMonthUsd)}>
        {t('account.total', { amount: money(totalSpentUsd) })}
      </Metric>
      {swap === null ? null : (
        <Metric label={t('account.hour')} value={money(swap)}>
          {voice === null
            ? t('account.hour_hint')
            : t('account.hour_voice', { amount: money(swap + voice) })}
        </Metric>
      )}
    </dl>
  );
}
