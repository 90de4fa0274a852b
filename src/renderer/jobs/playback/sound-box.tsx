import { Pause, Play } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useText } from '../../i18n/use-text.ts';
import { PositionSlider, toPlayedFraction } from './position-slider.tsx';
import './sound.css';
import { useSound } from './use-sound.ts';
import { Waveform } from './waveform.tsx';

/** Audio player with a waveform: play, pause, and seek by mouse or arrow keys. */
export function SoundBox(props: {
  readonly url: string;
  /** Name of the audio. */
  readonly label: string;
  /** Bars of the shape. */
  readonly count: number;
}) {
  const { url, label, count } = props;
  const { t, clock } = useText();
  const { state, isBroken, toggle, seek } = useSound(url);
  const { isPlaying, timeS, durationS } = state;
  return (
    <section className="sound" aria-label={label}>
      <div className="sound-shape">
        <Waveform url={url} count={count} fraction={toPlayedFraction(timeS, durationS)} />
        <PositionSlider className="sound-range" timeS={timeS} durationS={durationS} onSeek={seek} />
      </div>
      <div className="sound-line">
        <Button icon={isPlaying ? Pause : Play} onPress={toggle}>
          {t(isPlaying ? 'compare.pause' : 'compare.play')}
        </Button>
        <span className="sound-time">
          {t('compare.time', { at: clock(timeS), of: clock(durationS) })}
        </span>
        {isBroken ? <span className="sound-broken">{t('sound.broken')}</span> : null}
      </div>
    </section>
  );
}
