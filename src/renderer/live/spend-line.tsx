import { useLive } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { toSpentUsd } from './session-price.ts';

/** What the session has cost and goes on costing, beside its time; nothing where it is free. */
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
