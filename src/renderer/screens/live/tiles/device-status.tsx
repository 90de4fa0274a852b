import { StatusDot, type Tone } from '../../../../ui/status-dot.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { DeviceState } from '../../../session/media-failure.ts';

const tones: Readonly<Record<DeviceState, Tone>> = {
  off: 'idle',
  starting: 'info',
  on: 'good',
  blocked: 'danger',
  missing: 'warning',
  busy: 'warning',
  ended: 'danger',
  failed: 'danger',
};

/** State of a device as a dot and a word. */
export function DeviceStatus({ state }: { readonly state: DeviceState }) {
  const { t } = useText();
  return <StatusDot tone={tones[state]}>{t(`device.${state}`)}</StatusDot>;
}
