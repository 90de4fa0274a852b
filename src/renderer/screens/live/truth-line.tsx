import { useDevices } from '../../app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { findLimit, type Rates } from '../../session/rates.ts';

/** Camera, size and rate as they really are, and what holds them back. */
export function TruthLine({ rates }: { readonly rates: Rates | null }) {
  const { t } = useText();
  const camera = useDevices((state) => state.camera);
  const cameras = useDevices((state) => state.cameras);
  const { facts } = camera;
  if (facts === null) {
    return null;
  }
  const name = cameras.find(({ id }) => id === camera.openId)?.label ?? '';
  const limit = rates === null ? null : findLimit(facts.fps, rates);
  return (
    <ul className="truth">
      {name === '' ? null : <li>{name}</li>}
      <li>{t('live.picture_facts', { width: facts.width, height: facts.height })}</li>
      {rates === null ? null : <li>{t('live.rate', { fps: Math.round(rates.shownFps) })}</li>}
      {rates === null || limit === null ? null : (
        <li className="truth-limit">
          {t(`live.limit.${limit}`, {
            camera: Math.round(rates.cameraFps ?? facts.fps),
            promised: Math.round(facts.fps),
            shown: Math.round(rates.shownFps),
          })}
        </li>
      )}
    </ul>
  );
}
