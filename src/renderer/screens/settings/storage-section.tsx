import { FolderOpen } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Row, Rows } from '../../../ui/card.tsx';
import { useApp } from '../../app-context.ts';
import { revealFolder } from '../../commands/commands.ts';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';

/** The folders of Guise on this computer. */
export function StorageSection() {
  const app = useApp();
  const { t } = useText();
  return (
    <>
      <SectionHead title={t('settings.storage')}>{t('storage.intro')}</SectionHead>
      <Rows>
        {(['data', 'results', 'logs'] as const).map((folder) => (
          <Row
            key={folder}
            title={t(`storage.${folder}`)}
            hint={<span className="mono">{app.about.paths[folder]}</span>}
          >
            <Button
              icon={FolderOpen}
              onPress={() => void app.attempt(() => revealFolder(app, folder))}
            >
              {t('action.open_folder')}
            </Button>
          </Row>
        ))}
      </Rows>
    </>
  );
}
