import { embeddedProfileId } from '../../contract/profiles.ts';
import type { ProfilesStore } from './profiles-store.ts';
import type { ServiceStore } from './service-store.ts';

/**
 * Calls back now and whenever the service in use changes, until the returned function is called. A changed URL
 * or key counts as another service, and so does another state of the local one: `isReady` is whether it runs.
 */
export function subscribeServiceInUse(
  { profiles, service }: { readonly profiles: ProfilesStore; readonly service: ServiceStore },
  onChange: (isReady: boolean) => void,
): () => void {
  let before = '';
  const update = (): void => {
    const { activeId, profiles: known } = profiles.getState().list;
    const active = known.find(({ id }) => id === activeId);
    const state = activeId === embeddedProfileId ? service.getState().embedded.state : 'running';
    const now = JSON.stringify([active, state]);
    if (now !== before) {
      before = now;
      onChange(state === 'running');
    }
  };
  update();
  const ends = [profiles.subscribe(update), service.subscribe(update)];
  return () => {
    for (const end of ends) {
      end();
    }
  };
}
