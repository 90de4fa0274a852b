import { KeyRound, Pencil, PlugZap, Trash2 } from 'lucide-react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Row } from '../../../../ui/card.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import type { Profile } from '../../../../contract/profiles.ts';
import { useApp, useProfiles, useService } from '../../../app/app-context.ts';
import { activateProfile, toProfileTitle, restartService } from '../../../commands/app-actions.ts';
import { useText } from '../../../i18n/use-text.ts';
import { embeddedStates } from '../../../shell/use-active-service.ts';
import { CheckResult } from './check-result.tsx';

/** One service with its actions. */
export function ProfileRow(props: { readonly profile: Profile; readonly onRemove: () => void }) {
  const { profile, onRemove } = props;
  const app = useApp();
  const { t } = useText();
  const name = toProfileTitle(app, profile);
  const isActive = useProfiles((state) => state.list.activeId === profile.id);
  return (
    <Row
      title={
        <span className="title-line">
          {name}
          {isActive ? <Badge tone="accent">{t('service.active')}</Badge> : null}
        </span>
      }
      hint={<ProfileHint profile={profile} />}
    >
      {profile.kind === 'embedded' ? <EmbeddedStatus /> : null}
      {isActive || !hasKey(profile) ? null : (
        <Button onPress={() => void activateProfile(app, profile)}>{t('action.use')}</Button>
      )}
      {profile.kind === 'remote' ? <RemoteActions profile={profile} onRemove={onRemove} /> : null}
    </Row>
  );
}

/** Without a key that may be sent there, the service can be neither used nor checked. */
function hasKey({ kind, keyState }: Profile): boolean {
  return kind === 'embedded' || keyState === 'stored';
}

function EmbeddedStatus() {
  const app = useApp();
  const { t } = useText();
  const state = useService(({ embedded }) => embedded.state);
  const { tone, stateKey } = embeddedStates[state];
  return (
    <>
      <StatusDot tone={tone}>{t(stateKey)}</StatusDot>
      {state === 'failed' ? (
        <Button onPress={() => restartService(app)}>{t('action.start_again')}</Button>
      ) : null}
    </>
  );
}

function ProfileHint({ profile }: { readonly profile: Profile }) {
  const { t } = useText();
  const localUrl = useService(({ embedded }) =>
    embedded.state === 'running' ? embedded.baseUrl : null,
  );
  if (profile.kind === 'embedded') {
    return (
      <>
        <div>{t('service.local_hint')}</div>
        {localUrl === null ? null : <div>{t('service.local_address', { address: localUrl })}</div>}
      </>
    );
  }
  return (
    <>
      <div className="mono">{profile.baseUrl}</div>
      <ProfileKey profile={profile} />
      <CheckResult profile={profile} />
    </>
  );
}

function ProfileKey({ profile }: { readonly profile: Profile }) {
  const { t } = useText();
  switch (profile.keyState) {
    case 'none':
      return t('service.no_key');
    case 'stored':
      return t('service.key_ends', { last4: profile.keyLast4 ?? '' });
    case 'unreadable':
      return <span className="alert">{t('service.key_unreadable')}</span>;
    case 'mismatch':
      return <span className="alert">{t('service.key_mismatch')}</span>;
  }
}

function RemoteActions(props: { readonly profile: Profile; readonly onRemove: () => void }) {
  const { profile, onRemove } = props;
  const app = useApp();
  const { t } = useText();
  const isChecking = useProfiles((state) => state.checks[profile.id]?.state === 'checking');
  const check = async (): Promise<void> => {
    await app.profiles.getState().check(profile.id);
  };
  const change = (): void =>
    app.view.getState().setProfileDraft({
      id: profile.id,
      name: profile.name,
      baseUrl: profile.baseUrl ?? '',
      isDirty: false,
    });
  return (
    <>
      {hasKey(profile) ? (
        <Button icon={PlugZap} isPending={isChecking} onPress={() => void check()}>
          {t('action.check')}
        </Button>
      ) : (
        <Button icon={KeyRound} onPress={change}>
          {t('action.enter_key')}
        </Button>
      )}
      <IconButton
        label={t('service.change.title', { name: profile.name })}
        icon={Pencil}
        onPress={change}
      />
      <IconButton
        label={t('service.remove.title', { name: profile.name })}
        icon={Trash2}
        onPress={onRemove}
      />
    </>
  );
}
