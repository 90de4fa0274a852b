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
  /** The same, unseen: what is known stays until the answer is there. */
  readonly refresh: (id: string) => Promise<Check>;
  /** Takes over what main says now. */
  readonly enter: (list: ProfileList) => void;
  /** Drops what the last check found, because it no longer holds. */
  readonly forget: (id: string) => void;
}

/** See {@link ProfilesState}. */
export type ProfilesStore = StoreApi<ProfilesState>;

/** Makes the store of the profiles and listens to main; `list` is what main answered at start. */
export function createProfilesStore(bridge: Bridge<Ipc>, list: ProfileList): ProfilesStore {
  const store = createStore<ProfilesState>()((set, get) => {
    /** What was found out holds for one address and one key: it goes before anybody hears of another one. */
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
export function activeProfile({ list }: Pick<ProfilesState, 'list'>): Profile {
  const active = list.profiles.find((profile) => profile.id === list.activeId);
  if (active === undefined) {
    throw new AppError('bad_reply', 'The active profile is not in the list of profiles.');
  }
  return active;
}
