import { useLive } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import {
  findPricePerMinute,
  isBalanceTooLow,
  toPayableMinutes,
} from '../../live/spending/session-price.ts';
import { useLiveChoice } from '../../live/output/use-output-status.ts';

/** Price of going live, beside its button; nothing when it is free. */
export function PriceLine() {
  const { t, money } = useText();
  const { choice } = useLiveChoice();
  const offer = useLive((state) => state.offer);
  const price = findPricePerMinute(offer);
  if (offer === null || price === null) {
    return null;
  }
  const minutes = toPayableMinutes(choice.durationMinutes, offer);
  const max = minutes * price;
  const isTooLow = isBalanceTooLow(minutes, offer);
  return (
    <p className="price-line" data-tone={isTooLow ? 'warning' : undefined}>
      {isTooLow
        ? t('spend.too_low', { price: money(price), balance: money(offer.balanceUsd) })
        : t('spend.before', { price: money(price), minutes, max: money(max) })}
    </p>
  );
}
