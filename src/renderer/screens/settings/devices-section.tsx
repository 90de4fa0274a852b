import { useEffect } from 'react';
import { Row, Rows } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { useApp, useDevices } from '../../app/app-context.ts';
import { useChanger } from '../../changer/use-changer.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Device } from '../../stores/devices-store.ts';
import { SectionHead } from './section-head.tsx';

/** Which camera and microphone Guise takes, and where the changed voice goes. */
export function DevicesSection() {
  const { devices, changer, attempt } = useApp();
  const { t } = useText();
  const { cameraId, microphoneId } = useDevices((state) => state.chosen);
  const cameras = useDevices((state) => state.cameras);
  const microphones = useDevices((state) => state.microphones);
  const outputs = useChanger((state) => state.outputs);
  const { outputId, monitorId } = useChanger((state) => state.choice);
  useEffect(() => {
    void attempt(async () => {
      await devices.getState().refresh();
      await changer.getState().refreshOutputs();
    });
  }, [attempt, changer, devices]);
  return (
    <>
      <SectionHead title={t('settings.devices')}>{t('devices.intro')}</SectionHead>
      <Rows>
        <DeviceRow
          kind="camera"
          devices={cameras}
          value={cameraId}
          onChange={(id) => devices.getState().chooseCamera(id)}
        />
        <DeviceRow
          kind="microphone"
          devices={microphones}
          value={microphoneId}
          onChange={(id) => devices.getState().chooseMicrophone(id)}
        />
      </Rows>
      <SectionHead title={t('devices.outputs')}>{t('devices.outputs_intro')}</SectionHead>
      <Rows>
        <DeviceRow
          kind="output"
          devices={outputs}
          value={outputId}
          onChange={(id) => changer.getState().choose({ outputId: id })}
        />
        <DeviceRow
          kind="monitor"
          devices={outputs}
          value={monitorId}
          onChange={(id) => changer.getState().choose({ monitorId: id })}
        />
      </Rows>
    </>
  );
}

function DeviceRow(props: {
  readonly kind: 'camera' | 'microphone' | 'output' | 'monitor';
  readonly devices: readonly Device[];
  readonly value: string | null;
  readonly onChange: (id: string) => Promise<void>;
}) {
  const { kind, devices, value, onChange } = props;
  const { attempt } = useApp();
  const { t } = useText();
  const options = devices.map(({ id, label }, index) => ({
    id,
    label: label === '' ? t('devices.unnamed', { number: index + 1 }) : label,
  }));
  return (
    <Row title={t(`devices.${kind}`)} hint={t(`devices.${kind}_hint`)}>
      <Select
        label={t(`devices.${kind}`)}
        isLabelHidden
        options={options}
        value={value}
        placeholder={t(options.length === 0 ? 'devices.none' : `devices.${kind}_usual`)}
        isDisabled={options.length === 0}
        onChange={(id) => {
          void attempt(() => onChange(id));
        }}
      />
    </Row>
  );
}
