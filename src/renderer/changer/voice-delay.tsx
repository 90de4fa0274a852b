import { useText } from '../i18n/use-text.ts';
import { useChanger } from './use-changer.ts';

const parts = ['chunk', 'algorithm', 'queue', 'device'] as const;

/** The measured delay, with its parts. */
export function VoiceDelay() {
  const { t } = useText();
  const delay = useChanger((state) => state.delay);
  if (delay === null) {
    return null;
  }
  return (
    <section className="voice-delay" aria-label={t('changer.delay')}>
      <p className="voice-total">
        <span>{t('changer.delay')}</span>
        <span data-part="total">{t('changer.ms', { ms: Math.round(delay.total) })}</span>
      </p>
      <dl className="voice-parts">
        {parts.map((part) => (
          <div key={part} title={t(`changer.delay.${part}_hint`)}>
            <dt>{t(`changer.delay.${part}`)}</dt>
            <dd data-part={part}>{Math.round(delay[part])}</dd>
          </div>
        ))}
      </dl>
      {delay.gaps === 0 && delay.stretchedMs < 1 && delay.droppedMs < 1 ? null : (
        <p className="tile-hint voice-lost">
          {t('changer.gaps', {
            gaps: delay.gaps,
            bridged: Math.round(delay.stretchedMs),
            ms: Math.round(delay.droppedMs),
          })}
        </p>
      )}
    </section>
  );
}
