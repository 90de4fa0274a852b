import { useApp, useDraft } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { useActiveService } from './use-active-service.ts';
import './status-balance.css';

/** Balance at a paid service; a press opens the account. */
export function StatusBalance() {
  const { view } = useApp();
  const { t, money } = useText();
  const { profile, check } = useActiveService();
  const isFree = useDraft(
    ({ offer }) =>
      offer?.profileId === profile.id && offer.capabilities.every(({ priceUsd }) => priceUsd === 0),
  );
  if (profile.kind === 'embedded' || check?.state !== 'connected' || isFree) {
    return null;
  }
  return (
    <li>
      <button
        type="button"
        className="status-action status-balance"
        title={t('status.balance_hint')}
        onClick={() => view.getState().goTo('account')}
      >
        {t('status.balance', { amount: money(check.account.balanceUsd) })}
      </button>
    </li>
  );
}
