import { Cast } from 'lucide-react';
import type { CameraSinkStatus } from '../../../../contract/devices.ts';
import type { CameraView } from '../../../../contract/ipc/cameras.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Note } from '../../../../ui/note.tsx';
import { StatusDot, type Tone } from '../../../../ui/status-dot.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { useApp, useVirtualCamera } from '../../../app/app-context.ts';
import { copyText } from '../../../app/clipboard.ts';
import { useText } from '../../../i18n/use-text.ts';
import { setVirtualCameraOn } from '../../../live/output/turn-virtual-camera.ts';
import { describeError } from '../../../i18n/describe-error.ts';
import { useLiveChoice } from '../../../live/output/use-output-status.ts';
import { cameraCommands } from './camera-commands.ts';
import { CameraDelay } from './camera-delay.tsx';
import { OtherSystemCamera } from './other-system-camera.tsx';

type On = Extract<CameraView, { state: 'on' }>;
/** State of the camera that other programs see. */
type Overall = 'off' | 'starting' | 'ready' | 'in_use' | 'needs_setup' | 'failed';

const tones: Readonly<Record<Overall | 'blocked', Tone>> = {
  off: 'idle',
  starting: 'info',
  ready: 'good',
  in_use: 'good',
  needs_setup: 'warning',
  blocked: 'warning',
  failed: 'danger',
};

/** The camera that other programs see, as one state, and a way to turn it on or off. */
export function useVirtualCameraSwitch() {
  const app = useApp();
  const view = useVirtualCamera((state) => state.view);
  const overall = toOverall(view);
  return {
    overall,
    tone: tones[overall],
    isOn: view.state === 'on' || view.state === 'starting',
    turn: (isOn: boolean): void => void app.attempt(() => setVirtualCameraOn(app, isOn)),
  };
}

/** Tile of the virtual camera: on or off, its output, and missing requirements. */
export function VirtualCameraTile() {
  const text = useText();
  const { t } = text;
  const view = useVirtualCamera((state) => state.view);
  const { overall, tone, isOn, turn } = useVirtualCameraSwitch();
  return (
    <Card
      id="virtual-camera"
      title={t('cameras.title')}
      icon={Cast}
      status={<StatusDot tone={tone}>{t(`cameras.state.${overall}`)}</StatusDot>}
    >
      <Switch isSelected={isOn} onChange={turn}>
        {t('cameras.switch')}
      </Switch>
      {view.state === 'on' ? (
        <WhileOn view={view} />
      ) : (
        <p className="tile-hint">{t('cameras.off_hint')}</p>
      )}
      {view.state === 'failed' ? (
        <Note tone="danger" title={t('cameras.state.failed')}>
          {describeError(text, view.error).advice}
        </Note>
      ) : null}
    </Card>
  );
}

function WhileOn({ view }: { readonly view: On }) {
  const { t } = useText();
  const { virtualCamera, attempt } = useApp();
  const { flow, framesPerSecond, ageMs, coding } = view.output;
  const size = { width: view.format.width, height: view.format.height, fps: framesPerSecond };
  return (
    <>
      <p className="tile-hint">{t('cameras.on_hint')}</p>
      <p className="tile-fact">{t(`cameras.flow.${flow}`)}</p>
      <p className="tile-hint">
        {ageMs === null
          ? t('cameras.numbers_waiting', size)
          : t('cameras.numbers', { ...size, age: Math.round(ageMs.p50) })}
      </p>
      {coding === 'vp8' || coding === 'jpeg' ? (
        <p className="tile-hint">{t('cameras.coded', { coding: coding.toUpperCase() })}</p>
      ) : null}
      {view.sinks.length === 0 ? <OtherSystemCamera /> : null}
      {view.sinks.map((sink) => (
        <Sink key={sink.kind} sink={sink} />
      ))}
      <CameraDelay delayMs={view.delayMs} />
      <BrowserSource />
      <Button onPress={() => void attempt(() => virtualCamera.getState().test())}>
        {t('cameras.test')}
      </Button>
      <p className="tile-hint">{t('cameras.test_hint')}</p>
    </>
  );
}

function Sink({ sink: { kind, state, remedy, label } }: { readonly sink: CameraSinkStatus }) {
  const { t } = useText();
  const shown =
    state === 'ready' || state === 'in_use' || state === 'blocked' ? state : 'needs_setup';
  const command = remedy === null ? undefined : cameraCommands[remedy];
  return (
    <>
      <p className="tile-state">
        <span>{t(`cameras.kind.${kind}`)}</span>
        <StatusDot tone={tones[shown]}>{t(`cameras.state.${shown}`)}</StatusDot>
      </p>
      {label === null ? null : <p className="tile-hint">{t('cameras.listed_as', { label })}</p>}
      {remedy === null ? null : <p className="tile-hint">{t(`cameras.remedy.${remedy}`)}</p>}
      {command === undefined ? null : (
        <>
          <code className="tile-command">{command}</code>
          <CopyButton text={command} label={t('cameras.copy_command')} />
        </>
      )}
    </>
  );
}

/** Best state of its kinds: one that works is enough. */
function toOverall(view: CameraView): Overall {
  if (view.state !== 'on') {
    return view.state;
  }
  if (view.sinks.some(({ state }) => state === 'in_use')) {
    return 'in_use';
  }
  const isReady = view.sinks.length === 0 || view.sinks.some(({ state }) => state === 'ready');
  return isReady ? 'ready' : 'needs_setup';
}

/** The output as a page: for OBS's browser source, and for a window without borders in any browser. */
function BrowserSource() {
  const { t } = useText();
  const { virtualCamera, attempt } = useApp();
  const url = useVirtualCamera((state) => state.pageUrl);
  const { change } = useLiveChoice();
  const turn = (isOn: boolean): void =>
    void attempt(async () => {
      await virtualCamera.getState().setPage(isOn);
      change({ hasOutputPage: isOn });
    });
  return (
    <>
      <Switch isSelected={url !== null} onChange={turn}>
        {t('cameras.page')}
      </Switch>
      <p className="tile-hint">{t('cameras.page_hint')}</p>
      {url === null ? null : <CopyButton text={url} label={t('cameras.copy_address')} />}
    </>
  );
}

function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useText();
  const { notify, attempt } = useApp();
  const copy = async (): Promise<void> => {
    if (await attempt(async () => copyText(text))) {
      notify({ tone: 'good', title: t('cameras.copied') });
    }
  };
  return <Button onPress={() => void copy()}>{label}</Button>;
}
