import { Check, CircleHelp, type LucideIcon, Minus, SearchX, WandSparkles } from 'lucide-react';
import type { PromptReport } from '../../../contract/job-details.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useText } from '../../i18n/use-text.ts';
import './prompt-lists.css';

/**
 * Interpretation of a prompt: applied by steps, applied by a model, not offered, not understood, and not found
 * in the image.
 */
export function PromptLists({ prompt }: { readonly prompt: PromptReport }) {
  const { understood, notOffered, notUnderstood, notFound, byModel } = prompt;
  const { t } = useText();
  return (
    <>
      <PartList title={t('prompt.done')} icon={Check} tone="good" parts={understood} />
      <PartList title={t('prompt.by_model')} icon={WandSparkles} parts={byModel} />
      <PartList title={t('prompt.not_found')} icon={SearchX} parts={notFound} />
      <PartList title={t('prompt.not_offered')} icon={Minus} parts={notOffered} />
      <PartList
        title={t('prompt.not_understood')}
        icon={CircleHelp}
        parts={notUnderstood.map((words) => ({ words, says: null }))}
      />
    </>
  );
}

function PartList(props: {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly tone?: 'good';
  readonly parts: readonly {
    readonly words: string;
    readonly says: PromptReport['understood'][number]['says'] | null;
  }[];
}) {
  const { language } = useText();
  return props.parts.length === 0 ? null : (
    <section className="prompt-lines" data-tone={props.tone}>
      <h3>{props.title}</h3>
      <ul>
        {props.parts.map(({ words, says }) => (
          <li key={words}>
            <Icon of={props.icon} />
            <span>
              <q>{words}</q>
              {says === null ? null : <span className="prompt-says"> {says[language]}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
