import type { PriceEntry } from '../../../contract/ipc/account.ts';
import { Card } from '../../../ui/card.tsx';
import { useText } from '../../i18n/use-text.ts';
import type { Text } from '../../i18n/text.ts';
import { toFeatureTitle, formatFineMoney } from './account-words.ts';

/** Price list, with units and minimum charges. */
export function PriceTable({ prices }: { readonly prices: readonly PriceEntry[] }) {
  const text = useText();
  const { t } = text;
  return (
    <Card title={t('account.prices')}>
      {prices.length === 0 ? (
        <p className="muted">{t('account.prices_none')}</p>
      ) : (
        <table className="account-prices">
          <thead>
            <tr>
              <th scope="col">{t('account.price_of')}</th>
              <th scope="col">{t('account.price')}</th>
              <th scope="col">{t('account.minimum')}</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((entry) => (
              <tr key={entry.feature}>
                <th scope="row">{toFeatureTitle(text, entry.feature)}</th>
                <td>{formatUnitPrice(text, entry)}</td>
                <td>{entry.minimumUsd === 0 ? '–' : formatFineMoney(text, entry.minimumUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** Prices of live features per minute, because sessions last longer than seconds. */
function formatUnitPrice(text: Text, { feature, unit, priceUsd }: PriceEntry): string {
  const { t } = text;
  if (unit === 'per_generation') {
    return t('account.per_result', { amount: formatFineMoney(text, priceUsd) });
  }
  if (unit !== 'per_second') {
    return `${formatFineMoney(text, priceUsd)} (${unit})`;
  }
  return feature === 'real_time_swap_full' || feature === 'voice_changer'
    ? t('account.per_minute', { amount: formatFineMoney(text, priceUsd * 60) })
    : t('account.per_second', { amount: formatFineMoney(text, priceUsd) });
}
