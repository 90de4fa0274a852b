import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useText } from '../../i18n/use-text.ts';

/** Asks for confirmation before the real face is published. */
export function BypassQuestion(props: { readonly onAnswer: (isYes: boolean) => void }) {
  const { onAnswer } = props;
  const { t } = useText();
  return (
    <Dialog
      title={t('output.bypass.title')}
      closeLabel={t('action.close')}
      role="alertdialog"
      isOpen
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onPress={() => onAnswer(false)}>{t('output.bypass.no')}</Button>
          <Button tone="danger" onPress={() => onAnswer(true)}>
            {t('output.bypass.yes')}
          </Button>
        </>
      }
    >
      {t('output.bypass.text')}
    </Dialog>
  );
}
