import { expect, it } from 'vitest';
import type { EmbeddedState } from '../../contract/embedded.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { embeddedProfileId, type Profile, type ProfileList } from '../../contract/profiles.ts';
import { subscribeServiceInUse } from './subscribe-service-in-use.ts';
import { createProfilesStore } from './profiles-store.ts';
import { createServiceStore } from './service-store.ts';

const embedded: Profile = {
  id: embeddedProfileId,
  kind: 'embedded',
  name: 'This computer',
  baseUrl: null,
  keyLast4: null,
  keyState: 'none',
};
const studio: Profile = {
  id: 'p1',
  kind: 'remote',
  name: 'Studio',
  baseUrl: 'https://studio.example/api/v1',
  keyLast4: '9f3c',
  keyState: 'stored',
};
const running: EmbeddedState = {
  state: 'running',
  baseUrl: 'http://127.0.0.1:4711/api/v1',
  mediaSandbox: 'on',
};

/** Subscribes to the service in use; `calls` returns the callbacks since it was called last. */
function subscribe(activeId: string) {
  const bridge = { call: async () => null, on: () => () => undefined } as unknown as Bridge<Ipc>;
  const list: ProfileList = {
    activeId,
    profiles: [embedded, studio],
    protection: { kind: 'system', backend: 'gnome_libsecret' },
  };
  const profiles = createProfilesStore(bridge, list);
  const service = createServiceStore(bridge);
  const calls: boolean[] = [];
  const end = subscribeServiceInUse({ profiles, service }, (isReady) => calls.push(isReady));
  return {
    calls: () => calls.splice(0),
    end,
    enter: (state: EmbeddedState) => service.setState({ embedded: state }),
    set: (patch: Partial<ProfileList>) => profiles.setState({ list: { ...list, ...patch } }),
  };
}

it('calls back at once, and when another service is chosen', () => {
  const { calls, set, end } = subscribe(embeddedProfileId);
  expect(calls()).toEqual([false]);
  set({ activeId: studio.id });
  expect(calls()).toEqual([true]);
  set({ activeId: studio.id });
  expect(calls()).toEqual([]);
  end();
  set({ activeId: embeddedProfileId });
  expect(calls()).toEqual([]);
});

it('counts another address or key as another service', () => {
  const { calls, set } = subscribe(studio.id);
  expect(calls()).toEqual([true]);
  const moved = { ...studio, baseUrl: 'https://other.example/api/v1' };
  set({ activeId: studio.id, profiles: [embedded, moved] });
  expect(calls()).toEqual([true]);
  set({ activeId: studio.id, profiles: [embedded, { ...moved, keyLast4: '0000' }] });
  expect(calls()).toEqual([true]);
});

it('follows the service of this computer while that is in use', () => {
  const { calls, enter, set } = subscribe(embeddedProfileId);
  expect(calls()).toEqual([false]);
  enter(running);
  enter({ ...running });
  expect(calls()).toEqual([true]);
  set({ activeId: studio.id });
  expect(calls()).toEqual([true]);
  enter({ state: 'starting' });
  expect(calls()).toEqual([]);
});
