import { useLive } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { useOutputStatus } from './use-output-status.ts';

/**
 * Announces the output state to screen readers on every screen. It is rendered from the start: a live region
 * that is inserted with its text is not announced.
 */
export function OutputAnnouncement() {
  const { t } = useText();
  const status = useOutputStatus();
  const hasVideo = useLive(({ phase, camera }) => phase !== 'off' || camera !== null);
  return <output className="output-said">{hasVideo ? t(`output.${status.is}`) : ''}</output>;
}
