import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { embeddedProfileId, type ProfileList } from '../../contract/profiles.ts';
import { createProfilesStore } from '../stores/profiles-store.ts';
import { createServiceStore } from '../stores/service-store.ts';
import { type BalanceContext, syncBalance } from './sync-balance.ts';

const list: ProfileList = {
  activeId: 'p1',
  profiles: [
    {
      id: embeddedProfileId,
      kind: 'embedded',
      name: 'This computer',
      baseUrl: null,
      keyLast4: null,
      keyState: 'none',
    },
    {
      id: 'p1',
      kind: 'remote',
      name: 'Studio',
      baseUrl: 'https://studio.example/api/v1',
      keyLast4: '9f3c',
      keyState: 'stored',
    },
  ],
  protection: { kind: 'system', backend: 'gnome_libsecret' },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The page as far as money goes; main answers with the balance that is set. */
function openPage(activeId = 'p1') {
  const requested: string[] = [];
  const balance = { usd: 10 };
  const bridge = {
    call: async (_name: string, { id }: { id: string }) => {
      requested.push(id);
      return { rateTier: 'pro', balanceUsd: balance.usd, heldUsd: 0, durationMs: 3 };
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const profiles = createProfilesStore(bridge, { ...list, activeId });
  const jobs = createStore(() => ({ jobs: [] as Pick<LocalJob, 'id' | 'state'>[] }));
  const live = createStore(() => ({ phase: 'off', offer: { isOffered: true, balanceUsd: 10 } }));
  const changer = createStore(() => ({ session: { phase: 'off' } }));
  const draft = createStore(() => ({ offer: { profileId: 'p1', balanceUsd: 10 } }));
  const service = createServiceStore(bridge);
  syncBalance({ profiles, service, jobs, live, changer, draft } as unknown as BalanceContext);
  const shown = async () => {
    await vi.advanceTimersByTimeAsync(0);
    const check = profiles.getState().checks['p1'];
    return {
      status: check?.state === 'connected' ? check.account.balanceUsd : null,
      create: draft.getState().offer.balanceUsd,
      live: live.getState().offer.balanceUsd,
    };
  };
  return { requested, balance, profiles, jobs, live, changer, shown };
}

it('shows one balance everywhere, anew after a job was taken in and after it is over', async () => {
  const { balance, jobs, shown } = openPage();
  expect(await shown()).toEqual({ status: 10, create: 10, live: 10 });
  jobs.setState({ jobs: [{ id: 'j', state: 'sending' }] });
  balance.usd = 9.7;
  jobs.setState({ jobs: [{ id: 'j', state: 'queued' }] });
  expect(await shown()).toEqual({ status: 9.7, create: 9.7, live: 9.7 });
  balance.usd = 9.8;
  jobs.setState({ jobs: [{ id: 'j', state: 'succeeded' }] });
  expect(await shown()).toEqual({ status: 9.8, create: 9.8, live: 9.8 });
});

it('follows a live session while it spends, and after it was settled', async () => {
  const { balance, live, changer, shown } = openPage();
  await shown();
  live.setState({ phase: 'on' });
  balance.usd = 8;
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await shown()).status).toBe(8);
  live.setState({ phase: 'off' });
  balance.usd = 7.9;
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await shown()).live).toBe(7.9);
  changer.setState({ session: { phase: 'on' } });
  changer.setState({ session: { phase: 'off' } });
  balance.usd = 7;
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await shown()).create).toBe(7);
});

it('asks anew when the address or key in use is another one, and forgets answers about the old', async () => {
  const { requested, balance, profiles, shown } = openPage();
  await shown();
  balance.usd = 3;
  const [embedded, studio] = list.profiles;
  const moved = { ...studio!, baseUrl: 'https://other.example/api/v1' };
  profiles.getState().forget('p1');
  profiles.setState({ list: { ...list, profiles: [embedded!, moved] } });
  expect(await shown()).toEqual({ status: 3, create: 3, live: 3 });
  expect(requested).toEqual(['p1', 'p1']);
});

it('sends no request while this computer does the work', async () => {
  const { requested, jobs, shown } = openPage(embeddedProfileId);
  jobs.setState({ jobs: [{ id: 'j', state: 'sending' }] });
  jobs.setState({ jobs: [{ id: 'j', state: 'succeeded' }] });
  await shown();
  expect(requested).toEqual([]);
});
