import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge, CallInput, CallOutput } from '../../contract/ipc/kit.ts';
import type { Profile, ProfileList } from '../../contract/profiles.ts';
import { toAppError } from '../app/to-app-error.ts';

/** What a service said about its account. */
export type ProfileAccount = CallOutput<Ipc, 'profiles.check'>;

/** Outcome of the last check of a profile since the page was loaded. */
export type Check =
  | { readonly state: 'checking' }
  | { readonly state: 'connected'; readonly account: ProfileAccount }
  | { readonly state: 'failed'; readonly error: AppError };

/** The services the app can talk to and what is known of each. */
export interface ProfilesState {
  readonly list: ProfileList;
  /** By profile; a profile that changed has none. */
  readonly checks: Readonly<Record<string, Check>>;
  readonly add: (input: CallInput<Ipc, 'profiles.add'>) => Promise<void>;
  readonly change: (input: CallInput<Ipc, 'profiles.change'>) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly activate: (id: string) => Promise<void>;
  /** Asks the service for its account; the outcome is in `checks`, also when it failed. */
  readonly check: (id: string) => Promise<Check>;
  /** Drops what the last check found, because it no longer holds. */
  readonly forget: (id: string) => void;
}

/** See {@link ProfilesState}. */
export type ProfilesStore = StoreApi<ProfilesState>;

/** Makes the store of the profiles and listens to main; `list` is what main answered at start. */
export function createProfilesStore(bridge: Bridge<Ipc>, list: ProfileList): ProfilesStore {
  const store = createStore<ProfilesState>()((set, get) => {
    const setCheck = (id: string, check: Check): Check => {
      set({ checks: { ...get().checks, [id]: check } });
      return check;
    };
    const forget = (id: string): void => {
      const { [id]: _, ...checks } = get().checks;
      set({ checks });
    };
    return {
      list,
      checks: {},
      add: async (input) => set({ list: await bridge.call('profiles.add', input) }),
      change: async (input) => {
        set({ list: await bridge.call('profiles.change', input) });
        forget(input.id);
      },
      remove: async (id) => {
        set({ list: await bridge.call('profiles.remove', { id }) });
        forget(id);
      },
      activate: async (id) => set({ list: await bridge.call('profiles.activate', { id }) }),
      check: async (id) => {
        setCheck(id, { state: 'checking' });
        try {
          const account = await bridge.call('profiles.check', { id });
          return setCheck(id, { state: 'connected', account });
        } catch (error) {
          return setCheck(id, { state: 'failed', error: toAppError(error) });
        }
      },
      forget,
    };
  });
  bridge.on('profiles.changed', (changed) => store.setState({ list: changed }));
  return store;
}

/** The profile in use. */
export function activeProfile({ list }: Pick<ProfilesState, 'list'>): Profile {
  const active = list.profiles.find((profile) => profile.id === list.activeId);
  if (active === undefined) {
    throw new AppError('bad_reply', 'The active profile is not in the list of profiles.');
  }
  return active;
}
