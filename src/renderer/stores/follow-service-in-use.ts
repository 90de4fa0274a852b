import { embeddedProfileId } from '../../contract/profiles.ts';
import type { ProfilesStore } from './profiles-store.ts';
import type { ServiceStore } from './service-store.ts';

/**
 * Calls back now and whenever another service comes into use, until the returned function ends it. Another address or key
 * is another service, and so is the one of this computer in another state: `isReady` says whether it runs.
 */
export function followServiceInUse(
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
