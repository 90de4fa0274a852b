import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useApp, useControl } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';

/** Asks whether a program may control Guise. */
export function ControlQuestion() {
  const { control, attempt } = useApp();
  const { t } = useText();
  const question = useControl(({ view }) => view.question);
  if (question === null) {
    return null;
  }
  const answer = (isAllowed: boolean): void =>
    void attempt(() => control.getState().answer(isAllowed));
  return (
    <Dialog
      title={t('control.question.title', { name: question.name })}
      closeLabel={t('action.close')}
      role="alertdialog"
      isOpen
      onClose={() => answer(false)}
      actions={
        <>
          <Button onPress={() => answer(false)}>{t('control.question.no')}</Button>
          <Button tone="primary" onPress={() => answer(true)}>
            {t('control.question.yes')}
          </Button>
        </>
      }
    >
      {t('control.question.text')}
    </Dialog>
  );
}
