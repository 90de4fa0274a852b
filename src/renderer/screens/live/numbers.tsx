import { ChartLine } from 'lucide-react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../../../ui/button.tsx';
import { Plot } from '../../../ui/plot.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useApp, useLive } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import type { LiveDelayParts } from '../../live/live-metrics.ts';

const parts = [
  'send',
  'network',
  'engine',
  'receive',
] as const satisfies readonly (keyof LiveDelayParts)[];

/** The numbers behind the truth line: the four parts of the delay and the last minute as plots. */
export function Numbers() {
  const { t } = useText();
  return (
    <DialogTrigger>
      <Button icon={ChartLine} tone="quiet">
        {t('output.numbers')}
      </Button>
      <Popover className="ui-popover" placement="top end">
        <Dialog className="numbers" aria-label={t('output.numbers')}>
          <Delay />
          <LastMinute />
          <DeepCheck />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Delay() {
  const { t } = useText();
  const delay = useLive(({ metrics }) => metrics.delay);
  const total = Math.max(
    1,
    parts.reduce((sum, part) => sum + (delay[part] ?? 0), 0),
  );
  return (
    <div>
      <h3>{t('output.delay_parts')}</h3>
      <dl className="measures">
        {parts.map((part) => (
          <div key={part} className="measure">
            <dt>
              {t(`output.part.${part}`)}
              <span className="muted">{t(`output.part.${part}.hint`)}</span>
            </dt>
            <dd>
              {delay[part] === null
                ? '–'
                : t('output.ms', { ms: Math.round(delay[part] * 10) / 10 })}
              <meter className="part-bar" min={0} max={total} value={delay[part] ?? 0}>
                {Math.round(((delay[part] ?? 0) / total) * 100)}
              </meter>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function LastMinute() {
  const { t } = useText();
  const history = useLive((state) => state.history);
  const last = history.at(-1);
  return (
    <div className="plots">
      <Plot
        label={t('output.plot.fps')}
        values={history.map(({ fps }) => fps)}
        most={30}
        valueText={t('live.rate', { fps: Math.round(last?.fps ?? 0) })}
      />
      <Plot
        label={t('output.plot.delay')}
        values={history.map(({ delayMs }) => delayMs)}
        most={150}
        valueText={
          last === undefined || last.delayMs === null
            ? '–'
            : t('output.ms', { ms: Math.round(last.delayMs) })
        }
      />
    </div>
  );
}

/** Measures the whole way with time codes in the picture, which viewers see; so it is asked for. */
function DeepCheck() {
  const { live } = useApp();
  const { t } = useText();
  const isTimed = useLive((state) => state.isTimed);
  const measuredMs = useLive((state) => state.measuredMs);
  return (
    <div>
      <Switch isSelected={isTimed} onChange={(isOn) => live.getState().setTimed(isOn)}>
        {t('output.deep_check')}
      </Switch>
      <p className="tile-hint">
        {isTimed && measuredMs !== null
          ? t('output.delay_measured', { ms: Math.round(measuredMs) })
          : t('output.deep_check_hint')}
      </p>
    </div>
  );
}
