import { useText } from '../i18n/use-text.ts';
import { useChanger } from './use-changer.ts';

/** Beside the choice of an output that turned out not to be there. */
export function RouteError() {
  const { t } = useText();
  const isMissing = useChanger(({ routeError }) => routeError !== null);
  return isMissing ? (
    <p className="tile-hint" data-tone="danger">
      {t('changer.route_failed')}
    </p>
  ) : null;
}
