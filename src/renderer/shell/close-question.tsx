import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useApp, useView } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';

/** Asks before the window closes over something that would be lost. */
export function CloseQuestion() {
  const { view, bridge, attempt } = useApp();
  const { t } = useText();
  const reason = useView((state) => state.closeReason);
  if (reason === null) {
    return null;
  }
  const stay = (): void => view.getState().askClose(null);
  const close = (): void => {
    void attempt(async () => {
      await bridge.call('window.close', {});
    });
  };
  return (
    <Dialog
      title={t(`close.${reason}.title`)}
      closeLabel={t('action.close')}
      role="alertdialog"
      isOpen
      onClose={stay}
      actions={
        <>
          <Button onPress={stay}>{t(`close.${reason}.stay`)}</Button>
          <Button tone="danger" onPress={close}>
            {t(`close.${reason}.close`)}
          </Button>
        </>
      }
    >
      {t(`close.${reason}.text`)}
    </Dialog>
  );
}
