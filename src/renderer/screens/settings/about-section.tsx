import { Copy } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Row, Rows } from '../../../ui/card.tsx';
import type { About } from '../../../contract/ipc/contract.ts';
import { openOnboarding } from '../../commands/app-actions.ts';
import { useApp } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { copyText } from '../../app/clipboard.ts';
import { SectionHead } from './section-head.tsx';
import { UpdateCard } from './update-card.tsx';

/** Versions of the app, the runtime and the reason for its choice, the licence. */
export function AboutSection() {
  const app = useApp();
  const { about, notify, attempt } = app;
  const { t } = useText();
  const { runtime } = about;
  const copy = async (): Promise<void> => {
    if (await attempt(async () => copyText(toDetails(about)))) {
      notify({ tone: 'good', title: t('about.copied') });
    }
  };
  return (
    <>
      <SectionHead
        title={t('commands.about')}
        action={
          <Button icon={Copy} onPress={() => void copy()}>
            {t('action.copy')}
          </Button>
        }
      />
      <Rows>
        <Row title={t('about.version')}>{about.version}</Row>
        <Row title={t('onboarding.about')} hint={t('onboarding.about_hint')}>
          <Button onPress={() => openOnboarding(app)}>{t('onboarding.about_show')}</Button>
        </Row>
      </Rows>
      <UpdateCard />
      <Rows>
        <Row
          title={t('about.runtime')}
          hint={runtime.kind === 'chromium' ? t('about.runtime.why') : undefined}
        >
          {t(`about.runtime.${runtime.kind}`, { version: toShownVersion(runtime) })}
        </Row>
        {runtime.kind === 'chromium' ? null : (
          <Row title={t('about.chromium')}>{runtime.chromiumVersion}</Row>
        )}
        <Row title={t('about.node')}>{about.nodeVersion}</Row>
        <Row title={t('about.system')}>{`${about.platform} ${about.arch}`}</Row>
        <Row title={t('about.licence')} hint={t('about.licence_hint')}>
          {t('about.licence_value')}
        </Row>
      </Rows>
    </>
  );
}

/** For "System Chromium" the version of Chromium is expected, not of the runtime. */
function toShownVersion({ kind, version, chromiumVersion }: About['runtime']): string {
  return kind === 'chromium' ? chromiumVersion : version;
}

/** Facts for a bug report, in English in any language. */
function toDetails({ name, version, runtime, nodeVersion, platform, arch }: About): string {
  return [
    `${name} ${version}`,
    `${runtime.kind} ${runtime.version}, Chromium ${runtime.chromiumVersion}`,
    runtime.reason,
    `Node.js ${nodeVersion}`,
    `${platform} ${arch}`,
  ].join('\n');
}
