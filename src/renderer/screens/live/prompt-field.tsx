import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useText } from '../../i18n/use-text.ts';
import { readBackgroundWords } from '../../live/background-words.ts';
import { useLiveChoice } from '../../live/use-output-status.ts';

/** The instruction. It counts once it is sent, so that half a sentence changes nothing on air. */
export function PromptField() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const [typed, setTyped] = useState<string | null>(null);
  const isChanged = typed !== null && typed !== choice.prompt;
  const apply = (): void => {
    if (typed !== null) {
      const { background, rest } = readBackgroundWords(typed);
      // One place says what is behind the person: the words become its choice.
      change({ prompt: rest, ...(background === null ? {} : { background }) });
      setTyped(null);
    }
  };
  return (
    <form
      className="prompt"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label={t('output.prompt')}
        isLabelHidden
        name="prompt"
        placeholder={t('output.prompt_example')}
        value={typed ?? choice.prompt}
        onChange={setTyped}
      />
      {isChanged ? <Button type="submit">{t('output.prompt_apply')}</Button> : null}
    </form>
  );
}
