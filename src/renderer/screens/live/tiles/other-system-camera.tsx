import { useDevices } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { hasObsCamera } from '../../../session/virtual-devices.ts';

/** Guide for other programs on Windows and macOS, where Guise has no virtual camera, but OBS does. */
export function OtherSystemCamera() {
  const { t } = useText();
  const isThere = useDevices(({ cameras }) => hasObsCamera(cameras));
  return (
    <>
      <p className="tile-hint">{t('cameras.other_system')}</p>
      <p className="tile-hint">{t(isThere ? 'cameras.obs_there' : 'cameras.obs_missing')}</p>
    </>
  );
}
