import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge, CallInput, CallOutput } from '../../contract/ipc/kit.ts';
import type { Profile, ProfileList } from '../../contract/profiles.ts';
import { toAppError } from '../app/to-app-error.ts';

/** Account of a service. */
export type ProfileAccount = CallOutput<Ipc, 'profiles.check'>;

/** Outcome of the last check of a profile since the page was loaded. */
export type Check =
  | { readonly state: 'checking' }
  | { readonly state: 'connected'; readonly account: ProfileAccount }
  | { readonly state: 'failed'; readonly error: AppError };

/** Configured services with their checks. */
export interface ProfilesState {
  readonly list: ProfileList;
  /** Checks by profile; a changed profile has none. */
  readonly checks: Readonly<Record<string, Check>>;
  readonly add: (input: CallInput<Ipc, 'profiles.add'>) => Promise<void>;
  readonly change: (input: CallInput<Ipc, 'profiles.change'>) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly activate: (id: string) => Promise<void>;
  /** Asks the service for its account; the outcome is in `checks`, also when it failed. */
  readonly check: (id: string) => Promise<Check>;
  /** Same as a check, but silent: the old result stays until the reply arrives. */
  readonly refresh: (id: string) => Promise<Check>;
  /** Takes over what main says now. */
  readonly enter: (list: ProfileList) => void;
  /** Drops the results of the last check, because they no longer hold. */
  readonly forget: (id: string) => void;
}

/** See {@link ProfilesState}. */
export type ProfilesStore = StoreApi<ProfilesState>;

/** Makes the store of the profiles and listens to main; `list` is what main answered at start. */
export function createProfilesStore(bridge: Bridge<Ipc>, list: ProfileList): ProfilesStore {
  const store = createStore<ProfilesState>()((set, get) => {
    /** Results are valid for one URL and one key, so they are cleared before a change becomes visible. */
    const enter = (next: ProfileList): void => {
      for (const profile of get().list.profiles) {
        const now = next.profiles.find(({ id }) => id === profile.id);
        if (now === undefined || toAccess(now) !== toAccess(profile)) {
          forget(profile.id);
        }
      }
      set({ list: next });
    };
    const setCheck = (id: string, check: Check): Check => {
      set({ checks: { ...get().checks, [id]: check } });
      return check;
    };
    // An answer about a profile as it was before a change is dropped.
    const changes = new Map<string, number>();
    const forget = (id: string): void => {
      changes.set(id, (changes.get(id) ?? 0) + 1);
      const { [id]: _, ...checks } = get().checks;
      set({ checks });
    };
    const ask = async (id: string): Promise<Check> => {
      const change = changes.get(id);
      let check: Check;
      try {
        check = { state: 'connected', account: await bridge.call('profiles.check', { id }) };
      } catch (error) {
        check = { state: 'failed', error: toAppError(error) };
      }
      return changes.get(id) === change ? setCheck(id, check) : check;
    };
    return {
      list,
      checks: {},
      add: async (input) => enter(await bridge.call('profiles.add', input)),
      change: async (input) => {
        const before = changes.get(input.id);
        enter(await bridge.call('profiles.change', input));
        if (input.apiKey !== undefined && changes.get(input.id) === before) {
          // Another key may end in the same characters.
          forget(input.id);
          await ask(input.id);
        }
      },
      remove: async (id) => enter(await bridge.call('profiles.remove', { id })),
      activate: async (id) => enter(await bridge.call('profiles.activate', { id })),
      enter,
      check: async (id) => {
        setCheck(id, { state: 'checking' });
        return ask(id);
      },
      refresh: ask,
      forget,
    };
  });
  bridge.on('profiles.changed', (changed) => store.getState().enter(changed));
  return store;
}

function toAccess({ baseUrl, keyLast4, keyState }: Profile): string {
  return JSON.stringify([baseUrl, keyLast4, keyState]);
}

/** The profile in use. */
export function requireActiveProfile({ list }: Pick<ProfilesState, 'list'>): Profile {
  const active = list.profiles.find((profile) => profile.id === list.activeId);
  if (active === undefined) {
    throw new AppError('bad_reply', 'The active profile is not in the list of profiles.');
  }
  return active;
}
