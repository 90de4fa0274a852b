import { Server, UserRound } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useApp } from '../app-context.ts';
import { openProfileForm } from '../commands/commands.ts';
import { useText } from '../i18n/use-text.ts';
import { type ActiveService, useActiveService } from '../shell/use-active-service.ts';
import './screens.css';

/** The service in use and, for a remote one, its account. */
export function AccountScreen() {
  const { t } = useText();
  const service = useActiveService();
  return (
    <>
      <PageHeader title={t('account.title')}>{t('account.intro')}</PageHeader>
      {service.profile.kind === 'embedded' ? <LocalAccount /> : <RemoteAccount service={service} />}
    </>
  );
}

function LocalAccount() {
  const app = useApp();
  const { t } = useText();
  return (
    <EmptyState
      picture={UserRound}
      title={t('account.local.title')}
      action={
        <Button tone="primary" onPress={() => openProfileForm(app)}>
          {t('action.add_service')}
        </Button>
      }
    >
      {t('account.local.text')}
    </EmptyState>
  );
}

function RemoteAccount({ service }: { readonly service: ActiveService }) {
  const { profiles, view } = useApp();
  const { t } = useText();
  const { profile, title, check, tone, stateKey } = service;
  return (
    <Card title={title} icon={Server} status={<StatusDot tone={tone}>{t(stateKey)}</StatusDot>}>
      <dl className="facts">
        <dt>{t('account.address')}</dt>
        <dd>{profile.baseUrl}</dd>
        <dt>{t('account.key')}</dt>
        <dd>
          {profile.keyLast4 === null
            ? t('account.key_none')
            : t('account.key_value', { last4: profile.keyLast4 })}
          {profile.keyState === 'unreadable' ? (
            <div className="alert">{t('service.key_unreadable')}</div>
          ) : null}
        </dd>
        <AccountFacts service={service} />
      </dl>
      {check?.state === 'failed' ? (
        <Note
          tone="danger"
          title={t(`error.${check.error.code}.title`)}
          action={
            <Button onPress={() => view.getState().openSection('service')}>
              {t('action.open_service')}
            </Button>
          }
        >
          {t(`error.${check.error.code}.advice`)}
        </Note>
      ) : null}
      <div className="actions">
        <Button
          tone="primary"
          isPending={check?.state === 'checking'}
          onPress={() => void profiles.getState().check(profile.id)}
        >
          {t('action.check')}
        </Button>
      </div>
    </Card>
  );
}

function AccountFacts({ service }: { readonly service: ActiveService }) {
  const { t, money } = useText();
  const { check, title } = service;
  if (check?.state !== 'connected') {
    return (
      <>
        <dt>{t('account.connection')}</dt>
        <dd className="muted">
          {check?.state === 'checking' && t('account.checking', { name: title })}
          {check?.state === 'failed' && t('status.failed')}
          {check === null && t('account.unchecked')}
        </dd>
      </>
    );
  }
  const { rateTier, balanceUsd, durationMs } = check.account;
  return (
    <>
      <dt>{t('account.tier')}</dt>
      <dd>{rateTier}</dd>
      <dt>{t('account.balance')}</dt>
      <dd>{t('account.balance_value', { amount: money(balanceUsd) })}</dd>
      <dt>{t('account.connection')}</dt>
      <dd>{t('account.answered', { duration: Math.round(durationMs) })}</dd>
    </>
  );
}
