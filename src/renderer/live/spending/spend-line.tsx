import { useLive } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { toSpentUsd } from './session-price.ts';

/** Cost of the session so far and per time, beside its duration; nothing when it is free. */
export function SpendLine() {
  const { t, money } = useText();
  const spentUsd = useLive(toSpentUsd);
  const price = useLive(({ session }) => session?.costPerMinuteUsd ?? 0);
  return spentUsd === null ? null : (
    <span className="output-left">
      {t('spend.so_far', { spent: money(spentUsd), price: money(price) })}
    </span>
  );
}
