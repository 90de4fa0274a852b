import { PencilLine } from 'lucide-react';
import type { PromptReader } from '../../../../capabilities/form/prompt-reading.ts';
import type { PromptOptions } from '../../../../instructions/prompt/prompt.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { useText } from '../../../i18n/use-text.ts';
import './prompt-chips.css';

/** Words that would be understood instead of those that are not; they are written only when somebody asks for them. */
export function PromptProposals(props: {
  readonly prompt: string;
  readonly read: ReturnType<PromptReader['read']>;
  readonly options: PromptOptions;
  readonly reader: PromptReader;
  readonly onChange: (prompt: string) => void;
}) {
  const { prompt, read, options, reader, onChange } = props;
  const { language, t } = useText();
  const proposals = reader.propose(prompt, read, options);
  return proposals.length === 0 ? null : (
    <section className="prompt-lines">
      <h3>{t('prompt.proposals')}</h3>
      <ul className="prompt-chips">
        {proposals.map((proposal, index) => {
          const { words, says } = proposal.part;
          const written = reader.accept(prompt, proposal, options);
          return (
            // Two clauses may have the same proposal.
            <li key={index} className="prompt-chip">
              <span>
                <q>{words}</q> <span className="prompt-says">{says[language]}</span>
              </span>
              {written === null ? null : (
                <IconButton
                  label={t('prompt.accept', { words })}
                  icon={PencilLine}
                  onPress={() => onChange(written)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
