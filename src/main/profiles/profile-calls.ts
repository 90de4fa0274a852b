import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ProfileList } from '../../contract/profiles.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import { checkAccount } from './check-account.ts';
import type { ProfileStore } from './profile-store.ts';

/** Calls about profiles. Every change is also sent to the page as an event. */
export function createProfileCalls(
  profiles: ProfileStore,
  emit: Emit<Ipc>,
  onKeyStored: () => void,
): AreaHandlers<'profiles'> {
  const announce = (list: ProfileList): ProfileList => {
    emit('profiles.changed', list);
    return list;
  };
  return {
    'profiles.list': async () => profiles.list(),
    'profiles.add': async (input) => {
      const list = announce(await profiles.add(input));
      onKeyStored();
      return list;
    },
    'profiles.change': async ({ id, ...change }) => {
      const list = announce(await profiles.change(id, change));
      if (change.apiKey !== undefined) {
        onKeyStored();
      }
      return list;
    },
    'profiles.remove': async ({ id }) => announce(profiles.remove(id)),
    'profiles.activate': async ({ id }) => announce(profiles.activate(id)),
    'profiles.check': async ({ id }) => {
      const states = toKeyStates(profiles.list());
      try {
        return await checkAccount(await profiles.readAccess(id));
      } finally {
        const list = profiles.list();
        if (toKeyStates(list) !== states) {
          announce(list);
        }
      }
    },
  };
}

function toKeyStates(list: ProfileList): string {
  return list.profiles.map((profile) => profile.keyState).join();
}
