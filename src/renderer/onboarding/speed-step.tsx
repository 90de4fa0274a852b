import { Gauge, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { embeddedProfileId } from '../../contract/profiles.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useApp, useProfiles, useService, useSettings } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import type { VideoFormat } from '../live/session/size-watch.ts';
import { usePreview } from '../live/session/use-preview.ts';
import { StreamVideo } from '../screens/live/stage/stream-video.tsx';
import { readOrigin, runSpeedTest } from './run-speed-test.ts';
import { useSampleCharacter } from './sample-character.ts';
import { minRateFraction, longestTestSec, type SpeedResult } from './speed-test.ts';
import { useOnboarding } from './use-onboarding.ts';

/** Swaps a clip for some seconds and says with which size this computer begins. */
export function SpeedStep() {
  const { t } = useText();
  const { onboarding } = useOnboarding();
  const isHere = useProfiles(({ list }) => list.activeId === embeddedProfileId);
  const isReady = useService(({ embedded }) => embedded.state === 'running');
  const { size, start } = useSpeedRun(isHere && isReady);
  const { speed } = onboarding;
  return (
    <>
      <div className="onboarding-stage">
        {size === null ? <Verdict isHere={isHere} /> : <Swapped />}
      </div>
      <div className="onboarding-side">
        {size !== null ? (
          <Measuring size={size} />
        ) : speed === null ? (
          <p>{t(isHere ? 'onboarding.speed.waits' : 'onboarding.speed.elsewhere')}</p>
        ) : (
          <>
            <Found speed={speed} />
            <p>{t('onboarding.speed.later')}</p>
            {isHere ? (
              <Button icon={RotateCw} onPress={start}>
                {t('onboarding.speed.again')}
              </Button>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}

/** Result of the measurement, and the initial size: the measured one, a lowered one, or the user's own. */
function Found({ speed }: { readonly speed: SpeedResult }) {
  const { t } = useText();
  const own = useSettings((state) => state.settings.live);
  const { measuredFps, heightP: p, fps } = speed;
  const origin = readOrigin(own, own, speed);
  const isKept = origin === 'chosen';
  const kept = { own: own.heightP, own_fps: own.fps };
  if (origin === 'lowered') {
    return <p className="onboarding-result">{t('onboarding.speed.lowered', kept)}</p>;
  }
  return (
    <p className="onboarding-result">
      {measuredFps === null
        ? t(isKept ? 'onboarding.speed.unknown_kept' : 'onboarding.speed.unknown', {
            p,
            fps,
            ...kept,
          })
        : t(
            isKept
              ? 'onboarding.speed.kept'
              : isSlow(speed)
                ? 'onboarding.speed.slow'
                : 'onboarding.speed.result',
            { measured: Math.round(measuredFps), p, fps, ...kept },
          )}
    </p>
  );
}

/** Returns whether even the smallest size was too slow. */
function isSlow({ fps, measuredFps }: SpeedResult): boolean {
  return measuredFps !== null && measuredFps < fps * minRateFraction;
}

/** Measurement that starts by itself when possible and not done yet, and ends with the step. */
function useSpeedRun(canRun: boolean): {
  /** Size being measured; null while nothing is. */
  readonly size: VideoFormat | null;
  readonly start: () => void;
} {
  const app = useApp();
  const { onboarding, change } = useOnboarding();
  const character = useSampleCharacter();
  const [size, setSize] = useState<VideoFormat | null>(null);
  const run = useRef<AbortController>(null);
  const start = (): void => {
    if (run.current !== null || character === null) {
      return;
    }
    const own = new AbortController();
    run.current = own;
    void app.attempt(async () => {
      try {
        const { clip } = await app.bridge.call('sample.open', {});
        const speed = await runSpeedTest(app, {
          clip,
          characterId: character.id,
          onSize: setSize,
          signal: own.signal,
        });
        if (speed !== null) {
          change({ speed });
        }
      } finally {
        if (run.current === own) {
          run.current = null;
          setSize(null);
        }
      }
    });
  };
  const isDue = canRun && character !== null && onboarding.speed === null;
  useEffect(() => {
    if (isDue) {
      start();
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- begun once, when it can be
  }, [isDue]);
  useEffect(() => () => run.current?.abort(), []);
  return { size, start };
}

function Swapped() {
  const { t } = useText();
  const preview = usePreview();
  return preview === null ? (
    <div className="stage-empty">
      <p>{t('preview.starting')}</p>
    </div>
  ) : (
    <StreamVideo stream={preview} label={t('onboarding.speed.picture')} />
  );
}

function Verdict({ isHere }: { readonly isHere: boolean }) {
  const { t } = useText();
  const { onboarding } = useOnboarding();
  const { speed } = onboarding;
  return (
    <div className="stage-empty">
      <Icon of={Gauge} size="large" />
      {speed === null ? (
        isHere ? (
          <p>{t('onboarding.speed.waits')}</p>
        ) : null
      ) : (
        <p className="onboarding-metric">
          {t('onboarding.speed.metric', { p: speed.heightP, fps: speed.fps })}
        </p>
      )}
    </div>
  );
}

function Measuring({ size }: { readonly size: VideoFormat }) {
  const { t } = useText();
  const [fraction, setFraction] = useState(0);
  useEffect(() => {
    const fromMs = performance.now();
    const timer = setInterval(
      () => setFraction(Math.min(1, (performance.now() - fromMs) / 1000 / longestTestSec)),
      250,
    );
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <p className="onboarding-result">
        {t('onboarding.speed.trying', { p: size.heightP, fps: size.fps })}
      </p>
      <ProgressBar label={t('onboarding.speed.progress')} fraction={fraction} />
      <p>{t('onboarding.speed.clip')}</p>
    </>
  );
}
