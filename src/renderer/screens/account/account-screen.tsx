import { Download, RefreshCw, Settings2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { useApp } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { ErrorNote } from '../../i18n/error-note.tsx';
import { ServiceFailure } from '../../shell/service-failure.tsx';
import { useActiveService } from '../../shell/use-active-service.ts';
import '../../app/screens.css';
import './account.css';
import { LimitsCard } from './limits-card.tsx';
import { LocalMetrics } from './local-metrics.tsx';
import { MoneyMetrics } from './money-metrics.tsx';
import { PriceTable } from './price-table.tsx';
import { type AccountState, useAccount } from './use-account.ts';
import { UsageCharts } from './usage-charts.tsx';

/** Account at the service in use: balance, spending by feature, prices and limits. */
export function AccountScreen() {
  const { t } = useText();
  const service = useActiveService();
  const state = useAccount(service);
  const { account } = state;
  const isLocal = service.profile.kind === 'embedded';
  return (
    <>
      <PageHeader title={t('account.title')} actions={<AccountActions state={state} />}>
        <StatusDot tone={service.tone}>{`${service.title}: ${t(service.stateKey)}`}</StatusDot>
      </PageHeader>
      <div className="stack">
        {isLocal ? <ServiceFailure /> : null}
        <AccountFailure state={state} />
        {account === null ? (
          <AccountWaiting isReading={state.isReading} />
        ) : (
          <>
            {account.isPriced ? (
              <MoneyMetrics account={account} />
            ) : (
              <LocalMetrics account={account} isLocal={isLocal} />
            )}
            <UsageCharts account={account} />
            <div className="account-columns">
              {account.isPriced ? <PriceTable prices={account.prices} /> : null}
              <LimitsCard limits={account.limits} />
            </div>
          </>
        )}
      </div>
    </>
  );
}

function AccountWaiting({ isReading }: { readonly isReading: boolean }) {
  const { t } = useText();
  return isReading ? <p className="muted">{t('account.reading')}</p> : null;
}

function AccountActions({ state }: { readonly state: AccountState }) {
  const { bridge, attempt, notify, view } = useApp();
  const { t } = useText();
  const exportUsage = async (): Promise<void> => {
    const { path, rows, isWhole } = await bridge.call('account.export_usage', {});
    if (path !== null) {
      notify(
        isWhole
          ? { tone: 'good', title: t('account.exported', { rows }), path }
          : { tone: 'warning', title: t('account.exported_part', { rows }), path },
      );
    }
  };
  return (
    <div className="actions">
      <Button icon={Settings2} onPress={() => view.getState().openSection('service')}>
        {t('account.service_settings')}
      </Button>
      <Button
        icon={Download}
        isDisabled={state.account === null}
        onPress={() => void attempt(exportUsage)}
      >
        {t('account.export')}
      </Button>
      <Button icon={RefreshCw} isPending={state.isReading} onPress={state.read}>
        {t('account.refresh')}
      </Button>
    </div>
  );
}

function AccountFailure({ state: { error, read } }: { readonly state: AccountState }) {
  const { t } = useText();
  return error === null ? null : (
    <ErrorNote error={error} action={<Button onPress={read}>{t('action.try_again')}</Button>} />
  );
}
