import { lazy, Suspense } from 'react';
import { useDevices, useLive } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { findLimit, type Rates } from '../../session/rates.ts';
import { useOutputStatus } from '../../live/use-output-status.ts';

const Numbers = lazy(async () => ({ default: (await import('./numbers.tsx')).Numbers }));

/** What really runs and what holds it back: of the camera before going live, of the output afterwards. */
export function TruthLine({ rates }: { readonly rates: Rates | null }) {
  const phase = useLive((state) => state.phase);
  return phase === 'off' ? <CameraLine rates={rates} /> : <OutputLine />;
}

function CameraLine({ rates }: { readonly rates: Rates | null }) {
  const { t } = useText();
  const camera = useDevices((state) => state.camera);
  const cameras = useDevices((state) => state.cameras);
  const clip = useLive((state) => state.clip);
  const { facts } = camera;
  if (clip !== null || facts === null) {
    return <ul className="truth">{clip === null ? null : <li>{clip.name}</li>}</ul>;
  }
  const name = cameras.find(({ id }) => id === camera.openId)?.label ?? '';
  const limit = rates === null ? null : findLimit(facts.fps, rates);
  return (
    <ul className="truth">
      {name === '' ? null : <li>{name}</li>}
      <li>{t('live.picture_facts', { width: facts.width, height: facts.height })}</li>
      {rates === null ? null : <li>{t('live.rate', { fps: Math.round(rates.shownFps) })}</li>}
      {rates === null || limit === null ? null : (
        <li className="truth-limit">
          {t(`live.limit.${limit}`, {
            camera: Math.round(rates.cameraFps ?? facts.fps),
            promised: Math.round(facts.fps),
            shown: Math.round(rates.shownFps),
          })}
        </li>
      )}
    </ul>
  );
}

function OutputLine() {
  const { t, money } = useText();
  const metrics = useLive((state) => state.metrics);
  const stats = useLive((state) => state.stats);
  const session = useLive((state) => state.session);
  const measuredMs = useLive((state) => state.measuredMs);
  const status = useOutputStatus();
  const { delayMs, lostFraction, limit, fps, sentFps } = metrics;
  const limitText = [
    ...(status.is === 'degraded' ? [t(`output.degraded.${status.why}`)] : []),
    ...(limit === null || (status.is !== 'live' && status.is !== 'degraded')
      ? []
      : [
          t(`output.limit.${limit}`, {
            fps: Math.round(limit === 'camera' ? (sentFps ?? 0) : fps),
          }),
        ]),
  ].join(' ');
  const engine = stats?.engine ?? session?.model ?? '';
  const mode = stats?.mode ?? null;
  return (
    <div className="truth-row">
      <ul className="truth">
        <li>{t('live.rate', { fps: Math.round(fps) })}</li>
        <li>{delayText(t, measuredMs, delayMs)}</li>
        {lostFraction === null ? null : (
          <li>{t('output.lost', { percent: Math.round(lostFraction * 1000) / 10 })}</li>
        )}
        {metrics.firstFrameMs === null ? null : (
          <li>{t('output.first', { seconds: Math.round(metrics.firstFrameMs / 100) / 10 })}</li>
        )}
        {engine === '' ? null : <li>{engine}</li>}
        {mode === null ? null : <li>{t(`output.mode.${mode}`)}</li>}
        {session === null ? null : (
          <li>
            {session.costPerMinuteUsd === 0
              ? t('output.free')
              : t('output.price', { price: money(session.costPerMinuteUsd) })}
          </li>
        )}
      </ul>
      <Suspense>
        <Numbers />
      </Suspense>
      <p className="truth-limit">{limitText}</p>
    </div>
  );
}

function delayText(
  t: ReturnType<typeof useText>['t'],
  measuredMs: number | null,
  delayMs: number | null,
): string {
  if (measuredMs !== null) {
    return t('output.delay_measured', { ms: Math.round(measuredMs) });
  }
  return delayMs === null
    ? t('output.delay_unknown')
    : t('output.delay', { ms: Math.round(delayMs) });
}
