import { useDeferredValue } from 'react';
import { useDraft } from '../../../app/app-context.ts';
import { usePromptReader } from '../../../app/use-prompt-reader.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PromptLists } from '../../../jobs/report/prompt-lists.tsx';
import type { Text } from '../../../i18n/text.ts';
import { formatDuration } from '../../../jobs/job-words.ts';
import { usePromptModel } from './use-prompt-model.ts';
import { PromptChips } from './prompt-chips.tsx';
import { PromptExamples } from './prompt-examples.tsx';
import { PromptProposals } from './prompt-proposals.tsx';
import { PromptPreview } from './prompt-preview.tsx';

/** Interpretation of a prompt while it is typed: applied, not offered and not understood parts. */
export function PromptReading(props: {
  readonly prompt: string;
  readonly isVideo: boolean;
  /** Field of the images, or of the video. */
  readonly filesField: string;
  /** Called when a request was removed or got another amount. */
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
  const text = useText();
  const { language, t } = text;
  const { model, pictureMs } = usePromptModel(props.isVideo);
  const reader = usePromptReader(true);
  const pictures = useDraft((state) => state.slots[props.filesField]?.length ?? 0);
  if (reader === null) {
    return null;
  }
  // Without an image, the future one is counted.
  const sent = { pictures: props.isVideo ? 0 : Math.max(1, pictures), isVideo: props.isVideo };
  const whole = reader.read(prompt, sent);
  const divided = model === null ? null : reader.leave(whole, model);
  const read = divided?.read ?? whole;
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
          byModel: [...(divided?.left.parts ?? [])],
        }}
      />
      {divided === null ? (
        <PromptProposals
          prompt={prompt}
          read={read}
          options={sent}
          reader={reader}
          onChange={props.onChange}
        />
      ) : (
        <p className="prompt-says">{timeOf(text, pictureMs)}</p>
      )}
      {read.steps.length === 0 && divided === null ? (
        <p className="prompt-nothing">
          {t('prompt.nothing', { examples: reader.suggest(language, sent) })}
        </p>
      ) : null}
    </div>
  );
}

/** Measured time of the model here; without a measurement, a description. */
function timeOf(text: Text, pictureMs: number | null): string {
  return pictureMs === null
    ? text.t('prompt.model_unmeasured')
    : text.t('prompt.model_time', { time: formatDuration(text, pictureMs) });
}
