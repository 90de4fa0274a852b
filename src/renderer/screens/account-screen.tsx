import { Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useApp } from '../app/app-context.ts';
import { openProfileForm } from '../commands/commands.ts';
import { useText } from '../i18n/use-text.ts';
import { ServiceFailure } from '../shell/service-failure.tsx';
import { type ActiveService, useActiveService } from '../shell/use-active-service.ts';
import '../app/screens.css';

/** The service in use, its account, and what its work costs. */
export function AccountScreen() {
  const { t } = useText();
  const service = useActiveService();
  return (
    <>
      <PageHeader title={t('account.title')}>{t('account.intro')}</PageHeader>
      {service.profile.kind === 'embedded' ? (
        <LocalAccount service={service} />
      ) : (
        <RemoteAccount service={service} />
      )}
    </>
  );
}

function LocalAccount({ service }: { readonly service: ActiveService }) {
  const app = useApp();
  const { t } = useText();
  const { baseUrl } = service;
  return (
    <AccountCard service={service}>
      <dl className="facts">
        <dt>{t('account.address')}</dt>
        <dd className={baseUrl === null ? 'muted' : undefined}>
          {baseUrl ?? t('account.address_none')}
        </dd>
        <dt>{t('account.key')}</dt>
        <dd>{t('account.local.key')}</dd>
        <dt>{t('account.price')}</dt>
        <dd>{t('account.local.free')}</dd>
        {baseUrl === null ? null : <AccountFacts service={service} />}
      </dl>
      <ServiceFailure />
      {baseUrl === null ? null : <CheckFailure service={service} />}
      <div className="actions">
        <Button tone="primary" onPress={() => openProfileForm(app)}>
          {t('action.add_service')}
        </Button>
        {baseUrl === null ? null : <CheckButton service={service} />}
      </div>
    </AccountCard>
  );
}

function RemoteAccount({ service }: { readonly service: ActiveService }) {
  const { t } = useText();
  const { profile } = service;
  return (
    <AccountCard service={service}>
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
          {profile.keyState === 'mismatch' ? (
            <div className="alert">{t('service.key_mismatch')}</div>
          ) : null}
        </dd>
        <AccountFacts service={service} />
      </dl>
      <CheckFailure service={service} />
      <div className="actions">
        <CheckButton service={service} tone="primary" />
      </div>
    </AccountCard>
  );
}

function AccountCard(props: { readonly service: ActiveService; readonly children: ReactNode }) {
  const { t } = useText();
  const { title, tone, stateKey } = props.service;
  return (
    <Card title={title} icon={Server} status={<StatusDot tone={tone}>{t(stateKey)}</StatusDot>}>
      {props.children}
    </Card>
  );
}

function CheckFailure({ service }: { readonly service: ActiveService }) {
  const { view } = useApp();
  const { t } = useText();
  const { check, profile } = service;
  return check?.state === 'failed' ? (
    <Note
      tone="danger"
      title={t(`error.${check.error.code}.title`)}
      action={
        profile.kind === 'embedded' ? null : (
          <Button onPress={() => view.getState().openSection('service')}>
            {t('action.open_service')}
          </Button>
        )
      }
    >
      {t(`error.${check.error.code}.advice`)}
    </Note>
  ) : null;
}

function CheckButton(props: { readonly service: ActiveService; readonly tone?: 'primary' }) {
  const { profiles } = useApp();
  const { t } = useText();
  const { profile, check } = props.service;
  return (
    <Button
      tone={props.tone}
      isPending={check?.state === 'checking'}
      onPress={() => void profiles.getState().check(profile.id)}
    >
      {t('action.check')}
    </Button>
  );
}

function AccountFacts({ service }: { readonly service: ActiveService }) {
  const { t, money } = useText();
  const { check, title, profile } = service;
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
      {profile.kind === 'embedded' ? null : (
        <>
          <dt>{t('account.balance')}</dt>
          <dd>{t('account.balance_value', { amount: money(balanceUsd) })}</dd>
        </>
      )}
      <dt>{t('account.connection')}</dt>
      <dd>{t('account.answered', { duration: Math.round(durationMs) })}</dd>
    </>
  );
}
