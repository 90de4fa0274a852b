import { CircleHelp, type LucideIcon, Minus, X } from 'lucide-react';
import { useDeferredValue } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Slider } from '../../../../ui/slider.tsx';
import { usePromptReader } from '../../../app/use-prompt-reader.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ofLive } from '../../../live/session/background-words.ts';
import './instruction-chips.css';
import { SideStrip } from './side-strip.tsx';

/**
 * Interpretation of an instruction, word by word, in one row: ignored parts come first, applied parts can be
 * removed.
 */
export function InstructionChips(props: {
  readonly prompt: string;
  /** Called when a request was removed. */
  readonly onChange: (prompt: string) => void;
}) {
  const prompt = useDeferredValue(props.prompt);
  const { language, t } = useText();
  const reader = usePromptReader(prompt.trim() !== '');
  if (reader === null || prompt.trim() === '') {
    return null;
  }
  const { understood, notOffered, notUnderstood } = reader.read(prompt, ofLive);
  return (
    <SideStrip className="instruction-chips" label={t('prompt.title')}>
      {notOffered.map(({ words, says }) => (
        <Refused
          key={words}
          words={words}
          icon={Minus}
          label={t('prompt.not_offered')}
          says={says[language]}
        />
      ))}
      {notUnderstood.map((words) => (
        <Refused key={words} words={words} icon={CircleHelp} label={t('prompt.not_understood')} />
      ))}
      {understood.map((part) => {
        const without = reader.remove(prompt, part, ofLive);
        const amount = reader.amountOf(part);
        const setAmount = (next: number): void => {
          const written = reader.setAmount(prompt, part, { amount: next, options: ofLive });
          if (written !== null) {
            props.onChange(written);
          }
        };
        return (
          <li key={part.words} className="instruction-chip" title={part.says[language]}>
            <span>{part.words}</span>
            {amount === null ? null : (
              <Slider
                label={t('prompt.amount', { words: part.words })}
                value={amount}
                min={0.05}
                max={1}
                step={0.05}
                format={{ style: 'percent' }}
                onChange={setAmount}
              />
            )}
            {without === null ? null : (
              <IconButton
                label={t('prompt.remove', { words: part.words })}
                icon={X}
                onPress={() => props.onChange(without)}
              />
            )}
          </li>
        );
      })}
    </SideStrip>
  );
}

function Refused(props: {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly says?: string;
}) {
  const { words, icon, label, says } = props;
  return (
    <li className="instruction-chip" data-tone="refused" title={says}>
      <Icon of={icon} />
      <span>
        {label}: {words}
      </span>
    </li>
  );
}
