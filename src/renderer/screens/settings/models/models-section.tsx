import { FolderOpen, RefreshCw } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Row, Rows } from '../../../../ui/card.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { describeError } from '../../../i18n/describe-error.ts';
import { ModelChoice } from './model-choice.tsx';
import { ModelFiles } from './model-files.tsx';
import { ModelSpeed } from './model-speed.tsx';
import { SectionHead } from '../section-head.tsx';
import { useModels } from './use-models.ts';

/** Models of the user: their folder, the available and selected ones, and their speed. */
export function ModelsSection() {
  const { bridge, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const { list, failure, isScanning, scan } = useModels();
  const reveal = async (): Promise<void> => {
    await bridge.call('app.reveal', { folder: 'models' });
  };
  return (
    <>
      <SectionHead
        title={t('settings.models')}
        action={
          <Button icon={RefreshCw} isPending={isScanning} onPress={scan}>
            {t('models.rescan')}
          </Button>
        }
      >
        {t('models.intro')}
      </SectionHead>
      <Rows>
        <Row
          title={t('models.folder')}
          hint={<span className="mono">{list?.folder ?? t('models.looking')}</span>}
        >
          <Button icon={FolderOpen} onPress={() => void attempt(reveal)}>
            {t('action.open_folder')}
          </Button>
        </Row>
      </Rows>
      {failure === null ? null : (
        <Note tone="danger" title={t('models.unreadable.title')}>
          {describeError(text, failure).advice}
        </Note>
      )}
      {list === null ? null : (
        <>
          <ModelChoice packs={list.packs} />
          <ModelSpeed />
          <ModelFiles list={list} />
        </>
      )}
    </>
  );
}
