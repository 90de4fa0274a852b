import { Row, Rows } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useApp, useDesktop, useSettings } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';
import { WatchRows } from './watch-rows.tsx';

/** Settings for unattended jobs and results. */
export function JobsSection() {
  const { attempt } = useApp();
  const { t } = useText();
  const hasTray = useDesktop((state) => state.hasTray);
  const { settings, change } = useSettings((state) => state);
  return (
    <>
      <SectionHead title={t('settings.jobs')}>{t('settings.jobs_intro')}</SectionHead>
      <Rows>
        <Row title={t('results.download')} hint={t('results.download_hint')}>
          <Switch
            isSelected={settings.downloadResults}
            onChange={(downloadResults) => void attempt(() => change({ downloadResults }))}
          >
            {t(settings.downloadResults ? 'safety.on' : 'safety.off')}
          </Switch>
        </Row>
        {hasTray ? (
          <Row title={t('tray.switch')} hint={t('tray.hint')}>
            <Switch
              isSelected={settings.hasTray}
              onChange={(isOn) => void attempt(() => change({ hasTray: isOn }))}
            >
              {t(settings.hasTray ? 'safety.on' : 'safety.off')}
            </Switch>
          </Row>
        ) : null}
        <Row title={t('commands.queue.sound_on')}>
          <Switch
            isSelected={settings.queueSound}
            onChange={(queueSound) => void attempt(() => change({ queueSound }))}
          >
            {t(settings.queueSound ? 'safety.on' : 'safety.off')}
          </Switch>
        </Row>
        <WatchRows />
      </Rows>
    </>
  );
}
