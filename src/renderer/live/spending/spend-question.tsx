import { Heading } from 'react-aria-components/Heading';
import { Button } from '../../../ui/button.tsx';
import { DialogFrame } from '../../../ui/dialog.tsx';
import { useApp, useSpend } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';

/**
 * Asks whether to continue when the cost limit is reached. It stays until it is answered: others see the card.
 */
export function SpendQuestion() {
  const { spend, attempt } = useApp();
  const { t, money } = useText();
  const question = useSpend((state) => state.question);
  return question === null ? null : (
    <DialogFrame isOpen onClose={() => undefined} role="alertdialog">
      <div className="ui-dialog-head">
        <Heading slot="title" level={2}>
          {t('spend.title', { limit: money(question.limitUsd) })}
        </Heading>
      </div>
      <div className="ui-dialog-body">{t('spend.text')}</div>
      <div className="ui-dialog-actions">
        <Button onPress={() => void attempt(spend.getState().end)}>{t('output.end')}</Button>
        <Button tone="primary" onPress={() => spend.getState().confirm()}>
          {t('spend.go_on', { limit: money(question.nextLimitUsd) })}
        </Button>
      </div>
    </DialogFrame>
  );
}
