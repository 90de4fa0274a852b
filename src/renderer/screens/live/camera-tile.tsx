import { Video } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useApp, useDevices, useView } from '../../app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { isStandIn } from '../../stores/devices-store.ts';
import { DevicePicker } from './device-picker.tsx';
import { DeviceStatus } from './device-status.tsx';

/** The camera: which one, its state, and how the preview shows it. */
export function CameraTile() {
  const { devices, view } = useApp();
  const { t } = useText();
  const cameras = useDevices((state) => state.cameras);
  const camera = useDevices((state) => state.camera);
  const chosenId = useDevices((state) => state.chosen.cameraId);
  const isMirrored = useView((state) => state.isMirrored);
  return (
    <Card title={t('live.camera')} icon={Video} status={<DeviceStatus state={camera.state} />}>
      <DevicePicker
        kind="camera"
        devices={cameras}
        selectedId={camera.openId ?? chosenId}
        onChoose={(cameraId) => void devices.getState().chooseCamera(cameraId)}
      />
      {isStandIn(chosenId, camera.openId) ? (
        <p className="tile-hint" data-tone="warning">
          {t('live.stand_in_camera')}
        </p>
      ) : null}
      <Switch isSelected={isMirrored} onChange={(isOn) => view.getState().setMirrored(isOn)}>
        {t('live.mirror')}
      </Switch>
      <p className="tile-hint">{t('live.mirror_hint')}</p>
      {camera.state === 'on' ? (
        <Button onPress={() => devices.getState().stopCamera()}>{t('live.stop_camera')}</Button>
      ) : null}
    </Card>
  );
}
