import { useRef, useState } from 'react';
import { useDraft } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CompareStage } from '../../../jobs/playback/compare-stage.tsx';
import './prompt-preview.css';
import { usePromptPreview } from './use-prompt-preview.ts';

/**
 * Preview of the prompt on a small copy beside the original, updated while the user types and moves amounts.
 */
export function PromptPreview(props: {
  readonly prompt: string;
  readonly isVideo: boolean;
  /** Field of the images, or of the video. */
  readonly filesField: string;
}) {
  const { prompt, isVideo, filesField } = props;
  const { t } = useText();
  const negative = useDraft((state) => state.options['negative_prompt']);
  const { preview, hasFace, isLate } = usePromptPreview(filesField, {
    prompt,
    negative: typeof negative === 'string' ? negative : '',
    isVideo,
  });
  const stage = useRef<HTMLDivElement>(null);
  const [video] = useState(() => ({ current: null }));
  if (!hasFace) {
    return <p className="prompt-preview-note">{t('prompt.no_face')}</p>;
  }
  if (preview === null || preview.after === null) {
    return null;
  }
  return (
    <figure className="prompt-preview" aria-busy={isLate}>
      <CompareStage
        result={{ kind: 'image', url: toUrl(preview.after) }}
        before={{ url: toUrl(preview.before) }}
        zoom="fit"
        isHeld={false}
        leader={video}
        follower={video}
        stage={stage}
        onGone={() => undefined}
      />
      <figcaption>{t(isVideo ? 'prompt.preview_frame' : 'prompt.preview')}</figcaption>
    </figure>
  );
}

function toUrl(webp: string): string {
  return `data:image/webp;base64,${webp}`;
}
