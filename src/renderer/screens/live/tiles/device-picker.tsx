import { Select } from '../../../../ui/select.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { Device } from '../../../stores/devices-store.ts';

/** Chooses a device by the name the system gives it; until access is given devices are numbered. */
export function DevicePicker(props: {
  readonly kind: 'camera' | 'microphone';
  readonly devices: readonly Device[];
  readonly selectedId: string | null;
  /** Shown while none of the devices is selected. */
  readonly placeholder?: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  const { kind, devices, selectedId, onChoose } = props;
  const { t } = useText();
  const options = devices.map(({ id, label }, index) => ({
    id,
    label: label === '' ? t(`live.unnamed_${kind}`, { number: index + 1 }) : label,
  }));
  return (
    <Select
      label={t(`live.choose_${kind}`)}
      isLabelHidden
      options={options}
      value={options.some(({ id }) => id === selectedId) ? selectedId : null}
      placeholder={
        props.placeholder ??
        t(options.length === 0 ? `live.no_${kind}_listed` : `live.choose_${kind}`)
      }
      isDisabled={options.length === 0}
      onChange={onChoose}
    />
  );
}
