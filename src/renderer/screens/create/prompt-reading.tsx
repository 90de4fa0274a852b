import { useDeferredValue } from 'react';
import { useDraft } from '../../app/app-context.ts';
import { usePromptReader } from '../../app/use-prompt-reader.ts';
import { useText } from '../../i18n/use-text.ts';
import { PromptLists } from '../../jobs/prompt-lists.tsx';
import { PromptChips } from './prompt-chips.tsx';
import { PromptExamples } from './prompt-examples.tsx';
import { PromptPreview } from './prompt-preview.tsx';

/** What will be done of a prompt, what is not offered and what is not understood, while it is written. */
export function PromptReading(props: {
  readonly prompt: string;
  readonly isVideo: boolean;
  /** Where the pictures, or the video, lie. */
  readonly filesField: string;
  /** A wish was left out or got another amount. */
  readonly onChange: (prompt: string) => void;
}) {
  const prompt = useDeferredValue(props.prompt);
  const { isVideo, filesField, onChange } = props;
  return (
    <div className="prompt-with-preview">
      <PromptExamples
        prompt={props.prompt}
        options={isVideo ? { isVideo, pictures: 0 } : { pictures: 1 }}
        onChange={onChange}
      />
      {prompt.trim() === '' ? null : (
        <Reading prompt={prompt} isVideo={isVideo} filesField={filesField} onChange={onChange} />
      )}
      <PromptPreview prompt={prompt} isVideo={isVideo} filesField={filesField} />
    </div>
  );
}

function Reading(props: Parameters<typeof PromptReading>[0]) {
  const { prompt } = props;
  const { language, t } = useText();
  const reader = usePromptReader(true);
  const pictures = useDraft((state) => state.slots[props.filesField]?.length ?? 0);
  if (reader === null) {
    return null;
  }
  // Before a picture lies there, the one that will is counted.
  const sent = { pictures: props.isVideo ? 0 : Math.max(1, pictures), isVideo: props.isVideo };
  const read = reader.read(prompt, sent);
  return (
    <div className="prompt-reading" aria-live="polite">
      <PromptChips
        prompt={prompt}
        parts={read.understood}
        options={sent}
        reader={reader}
        onChange={props.onChange}
      />
      <PromptLists
        prompt={{
          understood: [],
          notOffered: [...read.notOffered],
          notUnderstood: [...read.notUnderstood],
          notFound: [],
        }}
      />
      {read.steps.length === 0 ? (
        <p className="prompt-nothing">
          {t('prompt.nothing', { examples: reader.suggest(language, sent) })}
        </p>
      ) : null}
    </div>
  );
}
