import { Segmented } from '../../../../ui/segmented.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { Row, Rows } from '../../../../ui/card.tsx';
import { useApp, useSettings } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useLiveChoice } from '../../../live/output/use-output-status.ts';
import { SectionHead } from '../section-head.tsx';
import { StoragePersons } from './storage-persons.tsx';
import { useStorage } from './use-storage.ts';

/** Protection of the streamer and of shown persons: the cover, the identity lock, and consents. */
export function SafetySection() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const { attempt } = useApp();
  const { settings, change: changeSettings } = useSettings((state) => state);
  const storage = useStorage();
  return (
    <>
      <SectionHead title={t('settings.safety')}>{t('safety.intro')}</SectionHead>
      <Rows>
        <Row title={t('output.cover_kind')} hint={t('safety.cover_hint')}>
          <Segmented
            label={t('output.cover_kind')}
            value={choice.cover}
            options={[
              { id: 'card', label: t('output.cover_kind.card') },
              { id: 'blur', label: t('output.cover_kind.blur') },
              { id: 'hold', label: t('output.cover_kind.hold') },
            ]}
            onChange={(cover) => change({ cover })}
          />
        </Row>
        <Row title={t('output.identity_lock')} hint={t('safety.lock_hint')}>
          <Switch
            isSelected={choice.hasIdentityLock}
            onChange={(hasIdentityLock) => change({ hasIdentityLock })}
          >
            {t(choice.hasIdentityLock ? 'safety.on' : 'safety.off')}
          </Switch>
        </Row>
        <Row title={t('safety.badge')} hint={t('safety.badge_hint')}>
          <Switch isSelected={choice.hasBadge} onChange={(hasBadge) => change({ hasBadge })}>
            {t(choice.hasBadge ? 'safety.on' : 'safety.off')}
          </Switch>
        </Row>
        <Row title={t('safety.sign')} hint={t('safety.sign_hint')}>
          <Switch
            isSelected={settings.signResults}
            onChange={(signResults) => void attempt(() => changeSettings({ signResults }))}
          >
            {t(settings.signResults ? 'safety.on' : 'safety.off')}
          </Switch>
        </Row>
      </Rows>
      {storage.survey === null ? null : (
        <StoragePersons storage={storage} bareConsents={storage.survey.bareConsents} />
      )}
    </>
  );
}
