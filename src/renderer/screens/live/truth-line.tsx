import { useDevices } from '../../app-context.ts';
import { useText } from '../../i18n/use-text.ts';

/** Below this part of the agreed rate the camera counts as held back. */
const lowRate = 0.75;

/** Camera, size and rate as they really are, and what holds them back. */
export function TruthLine({ fps }: { readonly fps: number | null }) {
  const { t } = useText();
  const camera = useDevices((state) => state.camera);
  const cameras = useDevices((state) => state.cameras);
  const { facts } = camera;
  if (facts === null) {
    return null;
  }
  const name = cameras.find(({ id }) => id === camera.openId)?.label ?? '';
  const isLow = fps !== null && facts.fps > 0 && fps < facts.fps * lowRate;
  return (
    <ul className="truth">
      {name === '' ? null : <li>{name}</li>}
      <li>{t('live.picture_facts', { width: facts.width, height: facts.height })}</li>
      {fps === null ? null : <li>{t('live.rate', { fps: Math.round(fps) })}</li>}
      {isLow ? (
        <li className="truth-limit">
          {t('live.rate_low', { measured: Math.round(fps), promised: Math.round(facts.fps) })}
        </li>
      ) : null}
    </ul>
  );
}
