import { MAX_VIDEO_DELAY_MS } from '../../../../contract/devices.ts';
import { Button } from '../../../../ui/button.tsx';
import { Slider } from '../../../../ui/slider.tsx';
import { useApp, useVirtualCamera } from '../../../app/app-context.ts';
import type { Text } from '../../../i18n/text.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { DelayMatchView } from '../../../live/output/virtual-camera-store.ts';

/** Delay of the video for other programs: matched to the voice, or chosen by the user. */
export function CameraDelay({ delayMs }: { readonly delayMs: number }) {
  const text = useText();
  const { t } = text;
  const { virtualCamera, attempt } = useApp();
  const match = useVirtualCamera((state) => state.match);
  const { setDelay, matchVoice, correctMatch } = virtualCamera.getState();
  return (
    <>
      <span className="ui-label">{t('cameras.delay')}</span>
      <Slider
        label={t('cameras.delay')}
        value={delayMs}
        min={0}
        max={MAX_VIDEO_DELAY_MS}
        step={1}
        format={{ maximumFractionDigits: 0, style: 'unit', unit: 'millisecond' }}
        onChange={(next) => void attempt(() => setDelay(next))}
      />
      <p className="tile-hint">{toWords(match, text)}</p>
      <div className="tile-buttons">
        <Button
          isDisabled={match.differenceMs === null}
          onPress={() => void attempt(() => matchVoice())}
        >
          {t(match.isFollowing ? 'cameras.match_again' : 'cameras.match')}
        </Button>
        {match.isFollowing ? (
          <>
            <Button onPress={() => void attempt(() => correctMatch(-1))}>
              {t('cameras.match_sooner')}
            </Button>
            <Button onPress={() => void attempt(() => correctMatch(1))}>
              {t('cameras.match_later')}
            </Button>
          </>
        ) : null}
      </div>
    </>
  );
}

function toWords({ isFollowing, frames, differenceMs }: DelayMatchView, { t }: Text): string {
  if (differenceMs === null) {
    return t('cameras.match_unknown');
  }
  const ms = Math.round(Math.abs(differenceMs));
  const measured = t(differenceMs < 0 ? 'cameras.voice_ahead' : 'cameras.voice_behind', { ms });
  if (!isFollowing) {
    return measured;
  }
  const corrected = `${frames > 0 ? '+' : '−'}${Math.abs(frames)}`;
  const followed =
    frames === 0 ? t('cameras.matched') : t('cameras.matched_by', { frames: corrected });
  return `${measured} ${followed}`;
}
