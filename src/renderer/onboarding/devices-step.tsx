import { CameraOff, Video } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useApp, useDevices, useLive, useService, useSettings } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { changeLiveChoice } from '../live/output/change-choice.ts';
import { isFaceLost } from '../live/output/output-status.ts';
import { usePreview, usePreviewNote } from '../live/session/use-preview.ts';
import { DevicePicker } from '../screens/live/tiles/device-picker.tsx';
import { DeviceStatus } from '../screens/live/tiles/device-status.tsx';
import { MicrophoneTile } from '../screens/live/tiles/microphone-tile.tsx';
import { SelfView } from '../screens/live/stage/self-view.tsx';
import { StreamVideo } from '../screens/live/stage/stream-video.tsx';
import { Card } from '../../ui/card.tsx';
import { isFailure } from '../session/media-failure.ts';
import { useSampleCharacter } from './sample-character.ts';

/** Camera and microphone check: the video, its character, and the level. */
export function DevicesStep() {
  const { live } = useApp();
  const character = useSampleCharacter();
  const id = character?.id ?? null;
  const isReady = useService(({ embedded }) => embedded.state === 'running');
  useEffect(() => {
    if (id !== null && isReady) {
      // Slow work is done before the camera is on.
      void live.getState().prepare(id);
    }
  }, [live, id, isReady]);
  return (
    <>
      <div className="onboarding-stage">
        <CameraPicture />
      </div>
      <div className="onboarding-side">
        <CameraCard />
        <MicrophoneTile />
      </div>
    </>
  );
}

function CameraPicture() {
  const { t } = useText();
  const camera = useLive((state) => state.camera);
  const state = useDevices((devices) => devices.camera.state);
  const preview = usePreview();
  const start = useStart();
  if (camera !== null) {
    return (
      <>
        {preview === null ? null : <StreamVideo stream={preview} label={t('preview.label')} />}
        <SelfView stream={camera} size={preview === null ? 'large' : 'small'} />
        <PictureWord />
      </>
    );
  }
  const failure = isFailure(state) ? state : null;
  return (
    <div className="stage-empty">
      <Icon of={failure === null ? Video : CameraOff} size="large" />
      <h3>{t(failure === null ? 'onboarding.devices.off' : `device.camera.${failure}.title`)}</h3>
      <p>{t(failure === null ? 'onboarding.devices.why' : `device.camera.${failure}.text`)}</p>
      <Button icon={Video} tone="primary" isPending={state === 'starting'} onPress={start}>
        {t(failure === null ? 'onboarding.devices.start' : 'action.try_again')}
      </Button>
    </div>
  );
}

/** Describes the shown video, which may change at any time: an outdated label would be worse than none. */
function PictureWord() {
  const { t } = useText();
  const character = useSampleCharacter();
  const hasPreview = usePreview() !== null;
  const flow = useLive((state) => state.flow);
  // The engine covers its first pictures, too, before it has looked for a face.
  const isLost = useLive(({ stats }) => isFaceLost(stats));
  const note = usePreviewNote();
  const toWord = (): string => {
    if (!hasPreview || character === null) {
      return note ?? t('onboarding.devices.soon');
    }
    if (flow === 'flowing' || flow === 'held') {
      return t('onboarding.devices.you', { name: character.name });
    }
    if (flow === 'carded') {
      return t(isLost ? 'output.covered.face.title' : 'onboarding.devices.soon');
    }
    return t('onboarding.devices.card');
  };
  return <output className="onboarding-word">{toWord()}</output>;
}

/** Starts both devices with one press; without a chosen character the first built-in one is used. */
function useStart(): () => void {
  const app = useApp();
  const character = useSampleCharacter();
  const hasCharacter = useSettings(({ settings }) => settings.live.characterId !== null);
  return () => {
    const { startCamera, startMicrophone, microphone } = app.devices.getState();
    if (!hasCharacter && character !== null) {
      void app.attempt(() => changeLiveChoice(app, { characterId: character.id }));
    }
    void startCamera();
    if (microphone.state !== 'on') {
      void startMicrophone();
    }
  };
}

function CameraCard() {
  const { devices } = useApp();
  const { t } = useText();
  const cameras = useDevices((state) => state.cameras);
  const camera = useDevices((state) => state.camera);
  const chosenId = useDevices((state) => state.chosen.cameraId);
  return (
    <Card title={t('live.camera')} icon={Video} status={<DeviceStatus state={camera.state} />}>
      <DevicePicker
        kind="camera"
        devices={cameras}
        selectedId={camera.openId ?? chosenId}
        onChoose={(cameraId) => void devices.getState().chooseCamera(cameraId)}
      />
    </Card>
  );
}
