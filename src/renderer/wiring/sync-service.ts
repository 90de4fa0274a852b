import type { EmbeddedState } from '../../contract/embedded.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { App } from '../app/app-context.ts';
import { toServiceFailure } from '../commands/notices.ts';

/**
 * Announces failures and recoveries of the local service, and reads the account of a running one. The
 * announcement of a failure is removed when it has ended.
 */
export function syncService(app: App): void {
  const { service, profiles } = app;
  let before: EmbeddedState['state'] = 'starting';
  let isInterrupted = false;
  let closeFailure: (() => void) | null = null;
  const enter = (embedded: EmbeddedState): void => {
    if (embedded.state === before) {
      return;
    }
    isInterrupted ||= before !== 'starting';
    before = embedded.state;
    closeFailure?.();
    closeFailure = embedded.state === 'failed' ? app.notify(toServiceFailure(app, embedded)) : null;
    if (embedded.state !== 'running') {
      profiles.getState().forget(embeddedProfileId);
      return;
    }
    void profiles.getState().check(embeddedProfileId);
    if (isInterrupted) {
      isInterrupted = false;
      const { t } = app.text();
      app.notify({ tone: 'good', title: t('embedded.back.title'), text: t('embedded.back.text') });
    }
  };
  enter(service.getState().embedded);
  service.subscribe(({ embedded }) => enter(embedded));
}
