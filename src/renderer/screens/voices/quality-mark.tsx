import type { VoiceFacts } from '../../../contract/speech.ts';
import { useText } from '../../i18n/use-text.ts';
import './voices.css';

const marks = { good: 3, fair: 2, basic: 1 } as const;

/** Intelligibility of a voice, in three steps and a word; without a promise. */
export function QualityMark({ quality }: Pick<VoiceFacts, 'quality'>) {
  const { t } = useText();
  return (
    <span className="quality-mark" data-quality={quality}>
      <span className="quality-dots" aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <span key={step} className="quality-dot" data-on={step <= marks[quality]} />
        ))}
      </span>
      {t(`voice.quality.${quality}`)}
    </span>
  );
}
