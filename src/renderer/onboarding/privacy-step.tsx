import { FolderOpen, HardDrive, Server, ShieldCheck, UserCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconSymbol } from '../../ui/icon.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useApp, useProfiles } from '../app/app-context.ts';
import { openProfileForm, revealFolder } from '../commands/app-actions.ts';
import { useText } from '../i18n/use-text.ts';
import { useLiveChoice } from '../live/output/use-output-status.ts';
import { makeSample } from './sample-job.ts';

/** Explains which data stays local, who has to consent, and what viewers learn. */
export function PrivacyStep() {
  const app = useApp();
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const profile = useProfiles(({ list }) => list.profiles.find(({ id }) => id === list.activeId));
  useEffect(() => {
    // Loaded before the user reaches it.
    void app.attempt(() => makeSample(app, { isAgain: false }));
  }, [app]);
  const remote = profile?.kind === 'remote' ? profile : null;
  return (
    <ul className="onboarding-facts">
      <Fact
        icon={remote === null ? HardDrive : Server}
        title={
          remote === null
            ? t('onboarding.privacy.here.title')
            : t('onboarding.privacy.remote.title', { name: remote.name })
        }
        action={
          remote === null ? (
            <Button
              icon={FolderOpen}
              onPress={() => void app.attempt(() => revealFolder(app, 'data'))}
            >
              {t('action.open_folder')}
            </Button>
          ) : (
            <Button icon={Server} onPress={() => app.view.getState().openSection('service')}>
              {t('action.open_service')}
            </Button>
          )
        }
      >
        {remote === null
          ? t('onboarding.privacy.here.text')
          : t('onboarding.privacy.remote.text', { host: toHost(remote.baseUrl ?? '') })}
      </Fact>
      <Fact
        icon={Server}
        title={t('onboarding.privacy.services.title')}
        action={<Button onPress={() => openProfileForm(app)}>{t('action.add_service')}</Button>}
      >
        {t('onboarding.privacy.services.text')}
      </Fact>
      <Fact icon={UserCheck} title={t('onboarding.privacy.consent.title')}>
        {t('onboarding.privacy.consent.text')}
      </Fact>
      <Fact
        icon={ShieldCheck}
        title={t('safety.badge')}
        action={
          <Switch isSelected={choice.hasBadge} onChange={(hasBadge) => change({ hasBadge })}>
            {t(choice.hasBadge ? 'safety.on' : 'safety.off')}
          </Switch>
        }
      >
        {t('onboarding.privacy.badge')}
      </Fact>
    </ul>
  );
}

function Fact(props: {
  readonly icon: IconSymbol;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <li className="onboarding-fact">
      <Icon of={props.icon} size="large" />
      <div>
        <h3>{props.title}</h3>
        <p>{props.children}</p>
      </div>
      {props.action === undefined ? null : (
        <div className="onboarding-fact-action">{props.action}</div>
      )}
    </li>
  );
}

function toHost(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
