import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useApp, useService } from '../app-context.ts';
import { restartService } from '../commands/commands.ts';
import { useText } from '../i18n/use-text.ts';
import { toFailureKind, toFolder } from '../stores/service-store.ts';

/** Why the service of this computer does not run and the way to start it again; nothing while it does. */
export function ServiceFailure() {
  const app = useApp();
  const { t } = useText();
  const embedded = useService((state) => state.embedded);
  if (embedded.state !== 'failed') {
    return null;
  }
  const folder = toFolder(embedded.error);
  return (
    <Note
      tone="danger"
      title={t('embedded.failed.title')}
      action={<Button onPress={() => restartService(app)}>{t('action.start_again')}</Button>}
    >
      {t(`embedded.failed.${toFailureKind(embedded.error)}`)}
      {folder === undefined ? null : <code className="mono line">{folder}</code>}
    </Note>
  );
}
