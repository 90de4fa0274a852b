import { ToggleButton } from 'react-aria-components/ToggleButton';
import type { PromptExample } from '../../../../capabilities/form/prompt-reading.ts';
import { usePromptReader } from '../../../app/use-prompt-reader.ts';
import type { PromptOptions } from '../../../../instructions/prompt/prompt.ts';
import { useText } from '../../../i18n/use-text.ts';
import './prompt-examples.css';

/**
 * Example requests, each with an image of its effect: pressing one adds its words to the prompt or removes
 * them.
 */
export function PromptExamples(props: {
  readonly prompt: string;
  readonly options: PromptOptions;
  readonly onChange: (prompt: string) => void;
}) {
  const { prompt, options, onChange } = props;
  const { language, t } = useText();
  const reader = usePromptReader(true);
  if (reader === null) {
    return null;
  }
  const { understood } = reader.read(prompt, options);
  return (
    <section className="prompt-examples" aria-label={t('prompt.examples')}>
      <h3>{t('prompt.examples')}</h3>
      <ul>
        {reader.examples(language, options).map((example) => {
          const part = understood.find(({ wish }) => wish === example.id);
          const toggle = (): void =>
            onChange(
              part === undefined
                ? addWords(prompt, example.words)
                : (reader.remove(prompt, part, options) ?? prompt),
            );
          return (
            <li key={example.id}>
              <ToggleButton
                className="prompt-example"
                isSelected={part !== undefined}
                onChange={toggle}
              >
                <ExamplePicture place={example.place} />
                <span>{example.words}</span>
              </ToggleButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** One image of the strip. */
function ExamplePicture({ place }: Pick<PromptExample, 'place'>) {
  return (
    <span className="prompt-example-picture" style={{ backgroundPositionY: `${place * 100}%` }} />
  );
}

function addWords(prompt: string, words: string): string {
  const before = prompt.trim().replace(/[.,;]$/, '');
  return before === '' ? words : `${before}, ${words}`;
}
