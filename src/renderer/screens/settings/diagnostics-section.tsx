import { FileText, FolderOpen } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Row, Rows } from '../../../ui/card.tsx';
import { useApp } from '../../app/app-context.ts';
import { revealFolder } from '../../commands/app-actions.ts';
import { useText } from '../../i18n/use-text.ts';
import { LogTail } from './log-tail.tsx';
import { SectionHead } from './section-head.tsx';

/** Diagnostics: a report without secrets, and the log. */
export function DiagnosticsSection() {
  const app = useApp();
  const { t } = useText();
  const { bridge, attempt, notify } = app;
  const save = async (): Promise<void> => {
    const { path } = await bridge.call('diagnostics.save', {});
    if (path !== null) {
      notify({ tone: 'good', title: t('diagnostics.saved'), path });
    }
  };
  return (
    <>
      <SectionHead title={t('settings.diagnostics')}>{t('diagnostics.intro')}</SectionHead>
      <Rows>
        <Row title={t('diagnostics.report')} hint={t('diagnostics.report_hint')}>
          <Button tone="primary" icon={FileText} onPress={() => void attempt(save)}>
            {t('diagnostics.save')}
          </Button>
        </Row>
        <Row title={t('diagnostics.logs')} hint={t('diagnostics.logs_hint')}>
          <Button icon={FolderOpen} onPress={() => void attempt(() => revealFolder(app, 'logs'))}>
            {t('action.open_folder')}
          </Button>
        </Row>
      </Rows>
      <LogTail of="app" />
    </>
  );
}
