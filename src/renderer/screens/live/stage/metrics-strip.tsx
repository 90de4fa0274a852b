import { X } from 'lucide-react';
import { IconButton } from '../../../../ui/button.tsx';
import { Plot } from '../../../../ui/plot.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { useApp, useLive } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { LiveDelayParts } from '../../../live/session/live-metrics.ts';
import { NoteText } from './note-line.tsx';
import { useStage } from '../stage-context.ts';
import type { StageNote } from './use-stage-notes.tsx';

const parts = [
  'send',
  'network',
  'engine',
  'receive',
] as const satisfies readonly (keyof LiveDelayParts)[];

/** Details behind the two lines: every note in full, the parts of the delay, and the last minute. */
export function MetricsStrip({ notes }: { readonly notes: readonly StageNote[] }) {
  const { t } = useText();
  const isOn = useLive(({ phase }) => phase !== 'off');
  const { setMetricsOpen } = useStage();
  return (
    <section className="metrics-strip" aria-label={t('output.numbers')}>
      <div className="metrics-content">
        {isOn ? <Metrics /> : null}
        {notes.map((note) => (
          <div key={note.id} className="metrics-note" data-tone={note.tone}>
            <NoteText note={note} />
          </div>
        ))}
      </div>
      <IconButton label={t('action.close')} icon={X} onPress={() => setMetricsOpen(false)} />
    </section>
  );
}

function Metrics() {
  return (
    <>
      <Delay />
      <LastMinute />
      <SessionFacts />
      <DeepCheck />
    </>
  );
}

function Delay() {
  const { t } = useText();
  const delay = useLive(({ metrics }) => metrics.delay);
  return (
    <dl className="metrics-parts" aria-label={t('output.delay_parts')}>
      {parts.map((part) => (
        <div key={part} title={t(`output.part.${part}.hint`)}>
          <dt>{t(`output.part.${part}`)}</dt>
          <dd>
            {delay[part] === null ? '–' : t('output.ms', { ms: Math.round(delay[part] * 10) / 10 })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LastMinute() {
  const { t } = useText();
  const history = useLive((state) => state.history);
  const last = history.at(-1);
  return (
    <>
      <Plot
        label={t('output.plot.fps')}
        values={history.map(({ fps }) => fps)}
        max={30}
        valueText={t('live.rate', { fps: Math.round(last?.fps ?? 0) })}
      />
      <Plot
        label={t('output.plot.delay')}
        values={history.map(({ delayMs }) => delayMs)}
        max={150}
        valueText={
          last === undefined || last.delayMs === null
            ? '–'
            : t('output.ms', { ms: Math.round(last.delayMs) })
        }
      />
    </>
  );
}

/** Facts that do not fit into the status line. */
function SessionFacts() {
  const { t, money } = useText();
  const lostFraction = useLive(({ metrics }) => metrics.lostFraction);
  const firstFrameMs = useLive(({ metrics }) => metrics.firstFrameMs);
  const mode = useLive(({ stats }) => stats?.mode ?? null);
  const costPerMinuteUsd = useLive(({ session }) => session?.costPerMinuteUsd ?? null);
  return (
    <ul className="metrics-facts">
      {lostFraction === null ? null : (
        <li>{t('output.lost', { percent: Math.round(lostFraction * 1000) / 10 })}</li>
      )}
      {firstFrameMs === null ? null : (
        <li>{t('output.first', { seconds: Math.round(firstFrameMs / 100) / 10 })}</li>
      )}
      {mode === null ? null : <li>{t(`output.mode.${mode}`)}</li>}
      {costPerMinuteUsd === null ? null : (
        <li>
          {costPerMinuteUsd === 0
            ? t('output.free')
            : t('output.price', { price: money(costPerMinuteUsd) })}
        </li>
      )}
    </ul>
  );
}

/** Measures the total delay with time codes in the video, which viewers see, so it is started manually. */
function DeepCheck() {
  const { live } = useApp();
  const { t } = useText();
  const isTimed = useLive((state) => state.isTimed);
  return (
    <div className="metrics-check">
      <Switch isSelected={isTimed} onChange={(isOn) => live.getState().setTimed(isOn)}>
        {t('output.deep_check')}
      </Switch>
      <p className="tile-hint">{t('output.deep_check_hint')}</p>
    </div>
  );
}
