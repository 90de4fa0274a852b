import { expect, it } from 'vitest';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { embeddedProfileId, type Profile, type ProfileList } from '../../contract/profiles.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { App } from '../app/app-context.ts';
import { createText } from '../i18n/text.ts';
import { createDraftStore } from '../stores/draft-store.ts';
import { createJobsStore, type JobsState } from '../stores/jobs-store.ts';
import { createProfilesStore } from '../stores/profiles-store.ts';
import { createServiceStore } from '../stores/service-store.ts';
import { createViewStore } from '../stores/view-store.ts';
import { createVoicesStore } from '../stores/voices-store.ts';
import { syncJobs } from './sync-jobs.ts';

const studio: Profile = {
  id: 'p1',
  kind: 'remote',
  name: 'Studio',
  baseUrl: 'https://studio.example/api/v1',
  keyLast4: '9f3c',
  keyState: 'stored',
};
const other: Profile = { ...studio, id: 'p2', name: 'Other' };
const list: ProfileList = {
  activeId: studio.id,
  profiles: [studio, other],
  protection: { kind: 'system', backend: 'gnome_libsecret' },
};

/** The stores that follow one another about jobs, over a main that has those of an earlier run, or none. */
function openPage(kept: readonly Partial<LocalJob>[] = []) {
  const requested: string[] = [];
  const told: string[] = [];
  const bridge = {
    call: async (name: string) => {
      requested.push(name);
      return name === 'jobs.list' ? kept : { profileId: embeddedProfileId, capabilities: [] };
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const stores = {
    profiles: createProfilesStore(bridge, list),
    service: createServiceStore(bridge),
    view: createViewStore(JSON.stringify({ createJobId: 'j1', historyJobId: 'j2' })),
    jobs: createJobsStore(bridge),
    draft: createDraftStore({
      bridge,
      addFile: () => Promise.reject(new Error('There is no file.')),
      readFacts: async () => null,
      drawThumb: async () => null,
    }),
    voices: createVoicesStore({
      bridge,
      openSound: () => {
        throw new Error('There is no sound.');
      },
    }),
  };
  syncJobs({
    ...stores,
    bridge,
    text: () => createText('en'),
    notify: ({ title }: { readonly title: string }) => void told.push(title),
    attempt: async (action: () => Promise<void>) => {
      await action();
      return true;
    },
  } as unknown as App);
  return {
    ...stores,
    told,
    requested: (of = 'jobs.offer') => requested.splice(0).filter((name) => name === of),
  };
}

it('asks a service for its offer again once its address is corrected', () => {
  const { profiles, requested } = openPage();
  expect(requested()).toHaveLength(1);
  const corrected = { ...studio, baseUrl: 'https://studio.example:8443/api/v1' };
  profiles.setState({ list: { ...list, profiles: [corrected, other] } });
  expect(requested()).toHaveLength(1);
});

it('says that a job is over, but not of a result that came by itself', () => {
  const { jobs, told } = openPage();
  const show = (state: LocalJob['state'], isQuiet: boolean): void =>
    jobs.setState({
      jobs: [
        { id: 'j3', feature: 'face_swap', inputs: [], options: {}, result: null, state, isQuiet },
      ],
    } as unknown as JobsState);
  show('collecting', true);
  show('succeeded', false);
  expect(told).toEqual([]);
  show('collecting', false);
  show('succeeded', false);
  expect(told).toHaveLength(1);
});

it('says at the start which jobs waited for their user over night, and on the desktop too', async () => {
  const job: Partial<LocalJob> = {
    feature: 'identity_swap',
    inputs: [],
    options: {},
    result: null,
  };
  const { told, requested } = openPage([
    { ...job, id: 'j3', state: 'parked' },
    { ...job, id: 'j4', state: 'processing' },
  ]);
  await expect.poll(() => told).toEqual(['Identity swap waits for you']);
  expect(requested('queue.announce')).toHaveLength(1);
});

it('closes a job that is open in Create when another service comes into use, and no other', () => {
  const { profiles, view } = openPage();
  profiles.setState({ list: { ...list, profiles: [{ ...studio, name: 'Renamed' }, other] } });
  expect(view.getState()).toMatchObject({ createJobId: 'j1', historyJobId: 'j2' });
  profiles.setState({ list: { ...list, activeId: other.id } });
  expect(view.getState()).toMatchObject({ createJobId: null, historyJobId: 'j2' });
});
