import { Pause, Play } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useText } from '../i18n/use-text.ts';
import { clockText } from './job-words.ts';
import './sound.css';
import { useSound } from './use-sound.ts';
import { Waveform } from './waveform.tsx';

/** A sound with its shape: played, paused, and moved through by mouse or arrow keys. */
export function SoundBox(props: {
  readonly url: string;
  /** Name of what is heard. */
  readonly label: string;
  /** Bars of the shape. */
  readonly count: number;
}) {
  const { url, label, count } = props;
  const { t } = useText();
  const { state, isBroken, toggle, seek } = useSound(url);
  const { isPlaying, timeS, durationS } = state;
  const lengthS = Math.max(durationS, 0.001);
  return (
    <section className="sound" aria-label={label}>
      <div className="sound-shape">
        <Waveform url={url} count={count} fraction={timeS / lengthS} />
        <input
          className="sound-range"
          type="range"
          min={0}
          max={lengthS}
          step={0.01}
          value={Math.min(timeS, lengthS)}
          aria-label={t('compare.position')}
          aria-valuetext={t('time.seconds', { seconds: Math.round(timeS * 10) / 10 })}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
      </div>
      <div className="sound-line">
        <Button icon={isPlaying ? Pause : Play} onPress={toggle}>
          {t(isPlaying ? 'compare.pause' : 'compare.play')}
        </Button>
        <span className="sound-time">
          {t('compare.time', { at: clockText(timeS), of: clockText(durationS) })}
        </span>
        {isBroken ? <span className="sound-broken">{t('sound.broken')}</span> : null}
      </div>
    </section>
  );
}
