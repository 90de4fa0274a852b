import { ChartLine } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Icon } from '../../../../ui/icon.tsx';
import { useDevices, useLive } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useStage } from '../stage-context.ts';

/** Current pipeline: of the camera before going live, of the output afterwards. Always one line. */
export function StreamStatusLine() {
  const phase = useLive((state) => state.phase);
  return (
    <div className="stream-status-row">
      {phase === 'off' ? <CameraFacts /> : <OutputFacts />}
      {phase === 'off' ? null : <MetricsButton />}
    </div>
  );
}

function CameraFacts() {
  const { t } = useText();
  const { rates } = useStage();
  const camera = useDevices((state) => state.camera);
  const cameras = useDevices((state) => state.cameras);
  const clip = useLive((state) => state.clip);
  const { facts } = camera;
  if (clip !== null || facts === null) {
    return (
      <ul className="stream-status">
        <li>{clip === null ? t('stage.drop_hint') : clip.name}</li>
      </ul>
    );
  }
  const name = cameras.find(({ id }) => id === camera.openId)?.label ?? '';
  return (
    <ul className="stream-status">
      {rates === null ? null : <li>{t('live.rate', { fps: Math.round(rates.shownFps) })}</li>}
      <li>{t('live.picture_facts', { width: facts.width, height: facts.height })}</li>
      {name === '' ? null : <li>{name}</li>}
    </ul>
  );
}

/** Rate, delay, and engine; the rest is in the metrics. */
function OutputFacts() {
  const { t } = useText();
  const fps = useLive(({ metrics }) => metrics.fps);
  const delayMs = useLive(({ metrics }) => metrics.delayMs);
  const measuredMs = useLive((state) => state.measuredMs);
  const engine = useLive(({ stats, session }) => stats?.engine ?? session?.model ?? '');
  return (
    <ul className="stream-status">
      <li>{t('live.rate', { fps: Math.round(fps) })}</li>
      <li>{toDelayText(t, measuredMs, delayMs)}</li>
      {engine === '' ? null : <li>{engine}</li>}
    </ul>
  );
}

function toDelayText(
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

function MetricsButton() {
  const { t } = useText();
  const { areMetricsOpen, setMetricsOpen } = useStage();
  return (
    <Button
      className="ui-button stream-status-metrics"
      data-tone="quiet"
      aria-expanded={areMetricsOpen}
      onPress={() => setMetricsOpen(!areMetricsOpen)}
    >
      <Icon of={ChartLine} />
      {t('output.numbers')}
    </Button>
  );
}
