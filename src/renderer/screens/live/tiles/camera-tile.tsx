import { Video } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { liveHeights, liveRates } from '../../../../contract/live-choice.ts';
import { useApp, useDevices, useLive, useView } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { isFallbackDevice } from '../../../stores/devices-store.ts';
import { DevicePicker } from './device-picker.tsx';
import { DeviceStatus } from './device-status.tsx';
import { VideoSwitches } from '../../../live/output/video-switches.tsx';
import { useLiveChoice } from '../../../live/output/use-output-status.ts';
import { useStage } from '../stage-context.ts';

/** Camera tile: device, state, size and rate of the sent video, and the preview settings. */
export function CameraTile() {
  const { t } = useText();
  const state = useDevices(({ camera }) => camera.state);
  const clip = useLive((live) => live.clip);
  return (
    <Card
      title={t('live.camera')}
      icon={Video}
      status={
        clip === null ? (
          <DeviceStatus state={state} />
        ) : (
          <StatusDot tone="good">{t('output.clip')}</StatusDot>
        )
      }
    >
      {clip === null ? <CameraChoice /> : <ClipInUse name={clip.name} />}
      <PictureSize />
      <VideoSwitches />
    </Card>
  );
}

function CameraChoice() {
  const { devices, view } = useApp();
  const { t } = useText();
  const stage = useStage();
  const cameras = useDevices((state) => state.cameras);
  const camera = useDevices((state) => state.camera);
  const chosenId = useDevices((state) => state.chosen.cameraId);
  const isMirrored = useView((state) => state.isMirrored);
  const isLive = useLive(({ phase }) => phase !== 'off');
  return (
    <>
      <DevicePicker
        kind="camera"
        devices={cameras}
        selectedId={camera.openId ?? chosenId}
        onChoose={(cameraId) => void devices.getState().chooseCamera(cameraId)}
      />
      {isFallbackDevice(chosenId, camera.openId) ? (
        <p className="tile-hint" data-tone="warning">
          {t('live.stand_in_camera')}
        </p>
      ) : null}
      <Switch isSelected={isMirrored} onChange={(isOn) => view.getState().setMirrored(isOn)}>
        {t('live.mirror')}
      </Switch>
      <p className="tile-hint">{t('live.mirror_hint')}</p>
      <div className="tile-buttons">
        {camera.state === 'on' && !isLive ? (
          <Button onPress={() => devices.getState().stopCamera()}>{t('live.stop_camera')}</Button>
        ) : null}
        <Button onPress={() => stage.choose('clip')}>{t('output.use_clip')}</Button>
      </div>
    </>
  );
}

function ClipInUse({ name }: { readonly name: string }) {
  const { live } = useApp();
  const { t } = useText();
  const stage = useStage();
  return (
    <>
      <p className="clip-name">{name}</p>
      <p className="tile-hint">{t('output.clip_hint')}</p>
      <div className="tile-buttons">
        <Button onPress={() => live.getState().setClip(null)}>{t('output.use_camera')}</Button>
        <Button onPress={() => stage.choose('clip')}>{t('output.use_clip')}</Button>
      </div>
    </>
  );
}

function PictureSize() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const isLive = useLive(({ phase }) => phase !== 'off');
  if (isLive) {
    return (
      <p className="tile-hint">{t('output.size_fixed', { p: choice.heightP, fps: choice.fps })}</p>
    );
  }
  return (
    <div className="tile-row">
      <Segmented
        label={t('output.size')}
        value={String(choice.heightP)}
        options={liveHeights.map((p) => ({ id: String(p), label: t('output.size_value', { p }) }))}
        onChange={(id) => {
          const heightP = liveHeights.find((p) => String(p) === id);
          if (heightP !== undefined) {
            change({ heightP, loweredTo: null });
          }
        }}
      />
      <Segmented
        label={t('output.rate')}
        value={String(choice.fps)}
        options={liveRates.map((fps) => ({
          id: String(fps),
          label: t('output.rate_value', { fps }),
        }))}
        onChange={(id) => {
          const fps = liveRates.find((rate) => String(rate) === id);
          if (fps !== undefined) {
            change({ fps, loweredTo: null });
          }
        }}
      />
    </div>
  );
}
