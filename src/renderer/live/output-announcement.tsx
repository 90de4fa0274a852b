import { useLive } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { useOutputStatus } from './use-output-status.ts';

/**
 * What others see, for screen readers on every screen. It is there from the start: a live region that comes with its
 * text is not said.
 */
export function OutputAnnouncement() {
  const { t } = useText();
  const status = useOutputStatus();
  const hasPicture = useLive(({ phase, camera }) => phase !== 'off' || camera !== null);
  return <output className="output-said">{hasPicture ? t(`output.${status.is}`) : ''}</output>;
}
