import type { WireError } from '../../base/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useApp, useService } from '../app/app-context.ts';
import { restartService } from '../commands/app-actions.ts';
import { useText } from '../i18n/use-text.ts';
import { toBackupMs, toFailureKind, toFolder } from '../stores/service-store.ts';

/** Reason why the local service does not run, with a restart action; nothing while it runs. */
export function ServiceFailure() {
  const app = useApp();
  const { t } = useText();
  const embedded = useService((state) => state.embedded);
  if (embedded.state !== 'failed') {
    return null;
  }
  const folder = toFolder(embedded.error);
  const kind = toFailureKind(embedded.error);
  const isLost = kind === 'damaged' && toBackupMs(embedded.error) === null;
  return (
    <Note
      tone="danger"
      title={t('embedded.failed.title')}
      action={
        kind === 'damaged' ? (
          <RecoveryChoice error={embedded.error} />
        ) : (
          <Button onPress={() => restartService(app)}>{t('action.start_again')}</Button>
        )
      }
    >
      {t(isLost ? 'embedded.failed.damaged_no_copy' : `embedded.failed.${kind}`)}
      {folder === undefined ? null : <code className="mono line">{folder}</code>}
    </Note>
  );
}

/** Recovery actions for a damaged database. */
function RecoveryChoice({ error }: { readonly error: WireError }) {
  const app = useApp();
  const { t, time } = useText();
  const atMs = toBackupMs(error);
  return (
    <>
      {atMs === null ? null : (
        <Button tone="primary" onPress={() => restartService(app, 'restore')}>
          {t('action.restore_backup', { at: time(atMs) })}
        </Button>
      )}
      <Button onPress={() => restartService(app, 'start_anew')}>{t('action.start_anew')}</Button>
    </>
  );
}
