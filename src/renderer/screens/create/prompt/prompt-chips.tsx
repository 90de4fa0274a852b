import { Copy, X } from 'lucide-react';
import type { PromptReader } from '../../../../capabilities/form/prompt-reading.ts';
import type { PromptOptions, PromptPart } from '../../../../instructions/prompt/prompt.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Slider } from '../../../../ui/slider.tsx';
import { useApp } from '../../../app/app-context.ts';
import { copyText } from '../../../app/clipboard.ts';
import { useText } from '../../../i18n/use-text.ts';
import './prompt-chips.css';

/** Applied parts of a prompt, each with its amount and a way to remove it. Both rewrite the prompt. */
export function PromptChips(props: {
  readonly prompt: string;
  readonly parts: readonly PromptPart[];
  readonly options: PromptOptions;
  readonly reader: PromptReader;
  readonly onChange: (prompt: string) => void;
}) {
  const { attempt, notify } = useApp();
  const { t } = useText();
  const { parts, ...rest } = props;
  const copy = async (): Promise<void> => {
    const words = parts.map((part) => part.words).join(', ');
    if (await attempt(async () => copyText(words))) {
      notify({ tone: 'good', title: t('prompt.copied') });
    }
  };
  return parts.length === 0 ? null : (
    <section className="prompt-lines">
      <header className="prompt-chips-head">
        <h3>{t('prompt.done')}</h3>
        <IconButton label={t('prompt.copy')} icon={Copy} onPress={() => void copy()} />
      </header>
      <ul className="prompt-chips">
        {parts.map((part) => (
          <Chip key={part.words} part={part} {...rest} />
        ))}
      </ul>
    </section>
  );
}

/** The colours of a wish's steps as `#rrggbb`, each once. */
function coloursOf({ steps }: PromptPart): readonly string[] {
  const colours = steps.flatMap((step) =>
    'colour' in step && step.colour !== undefined && step.colour !== null ? [step.colour] : [],
  );
  return [...new Set(colours.map(toHex))];
}

function toHex(channels: readonly number[]): string {
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour that will be used: names such as “mustard” mean different colours to different people. */
function Swatch({ colour }: { readonly colour: string }) {
  return (
    <data className="prompt-swatch" value={colour} title={colour} style={{ background: colour }} />
  );
}

function Chip(props: {
  readonly prompt: string;
  readonly part: PromptPart;
  readonly options: PromptOptions;
  readonly reader: PromptReader;
  readonly onChange: (prompt: string) => void;
}) {
  const { prompt, part, options, reader, onChange } = props;
  const { language, t } = useText();
  const { words, says } = part;
  const amount = reader.amountOf(part);
  const without = part.steps.length === 0 ? null : reader.remove(prompt, part, options);
  const setAmount = (next: number): void => {
    const written = reader.setAmount(prompt, part, { amount: next, options });
    if (written !== null) {
      onChange(written);
    }
  };
  return (
    <li className="prompt-chip">
      <span>
        <q>{words}</q> <span className="prompt-says">{says[language]}</span>
        {coloursOf(part).map((colour) => (
          <Swatch key={colour} colour={colour} />
        ))}
      </span>
      {amount === null ? null : (
        <Slider
          label={t('prompt.amount', { words })}
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
          label={t('prompt.remove', { words })}
          icon={X}
          onPress={() => onChange(without)}
        />
      )}
    </li>
  );
}
