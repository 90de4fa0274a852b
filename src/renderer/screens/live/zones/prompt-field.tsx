import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useApp } from '../../../app/app-context.ts';
import { openPromptReader } from '../../../app/use-prompt-reader.ts';
import { useText } from '../../../i18n/use-text.ts';
import { readBackgroundWords } from '../../../live/session/background-words.ts';
import { useLiveChoice } from '../../../live/output/use-output-status.ts';
import { InstructionChips } from './instruction-chips.tsx';

/**
 * Instruction with its interpretation. It is applied when submitted, so that half a sentence changes nothing on
 * air.
 */
export function PromptField() {
  const { attempt } = useApp();
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? choice.prompt;
  const isChanged = shown !== choice.prompt;
  const apply = async (): Promise<void> => {
    if (typed !== null) {
      const { background, rest } = readBackgroundWords(typed, await openPromptReader());
      // The background has a single setting: words about it become that choice.
      change({ prompt: rest, ...(background === null ? {} : { background }) });
      setTyped(null);
    }
  };
  return (
    <form
      className="prompt"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(apply);
      }}
    >
      <TextField
        label={t('output.prompt')}
        isLabelHidden
        name="prompt"
        placeholder={t('output.prompt_example')}
        value={shown}
        onChange={setTyped}
      />
      <InstructionChips
        prompt={shown}
        onChange={(prompt) => (isChanged ? setTyped(prompt) : change({ prompt }))}
      />
      {isChanged ? <Button type="submit">{t('output.prompt_apply')}</Button> : null}
    </form>
  );
}
