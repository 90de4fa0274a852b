import { useDevices } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { hasObsCamera } from '../../session/virtual-devices.ts';

/** The way to other programs on Windows and macOS: Guise makes no camera there, OBS does. */
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
