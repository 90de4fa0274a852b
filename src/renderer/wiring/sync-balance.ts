import { isTerminalState } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { App } from '../app/app-context.ts';
import { subscribeServiceInUse } from '../stores/subscribe-service-in-use.ts';

/** Poll interval of the balance during a paid live session, in milliseconds. */
const onAirMs = 30_000;
/** A session is settled a moment after it ended here: it is asked again then. */
const settledMs = 3_000;

/** Stores that the balance depends on. */
export type BalanceContext = Pick<
  App,
  'profiles' | 'service' | 'jobs' | 'live' | 'changer' | 'draft'
>;

/**
 * Keeps the balance of a remote service current on every screen: it is requested when the service is selected,
 * when a job was accepted or has ended, and during and after a live session. Each reply updates everything that
 * shows or uses the balance.
 */
export function syncBalance(app: BalanceContext): void {
  const { profiles, jobs, live, changer } = app;
  let isAsking = false;
  let isStale = false;
  const ask = async (): Promise<void> => {
    const { activeId } = profiles.getState().list;
    if (activeId === embeddedProfileId) {
      return;
    }
    if (isAsking) {
      isStale = true;
      return;
    }
    isAsking = true;
    const check = await profiles.getState().refresh(activeId);
    isAsking = false;
    if (check.state === 'connected' && profiles.getState().list.activeId === activeId) {
      passOn(app, activeId, check.account.balanceUsd);
    }
    if (isStale) {
      isStale = false;
      await ask();
    }
  };
  subscribeServiceInUse(app, (isReady) => {
    if (isReady) {
      void ask();
    }
  });
  jobs.subscribe((now, before) => {
    const hasChanged = now.jobs.some((job) => {
      const old = before.jobs.find(({ id }) => id === job.id);
      const isNews = old !== undefined && old.state !== job.state;
      return isNews && (job.state === 'queued' || isTerminalState(job.state));
    });
    if (hasChanged) {
      void ask();
    }
  });
  syncSession(() => live.getState().phase !== 'off', live, ask);
  syncSession(() => changer.getState().session.phase !== 'off', changer, ask);
}

/** Polls during a session, and once more after it. */
function syncSession(
  isOn: () => boolean,
  store: { readonly subscribe: (listener: () => void) => () => void },
  ask: () => Promise<void>,
): void {
  let timer: ReturnType<typeof setInterval> | null = null;
  store.subscribe(() => {
    if (isOn() && timer === null) {
      timer = setInterval(() => void ask(), onAirMs);
    } else if (!isOn() && timer !== null) {
      clearInterval(timer);
      timer = null;
      void ask();
      setTimeout(() => void ask(), settledMs);
    }
  });
}

/** Updates the balance in the offers of the service. */
function passOn({ draft, live }: BalanceContext, profileId: string, balanceUsd: number): void {
  const { offer: jobOffer } = draft.getState();
  if (jobOffer?.profileId === profileId) {
    draft.setState({ offer: { ...jobOffer, balanceUsd } });
  }
  const { offer: liveOffer } = live.getState();
  if (liveOffer !== null) {
    live.setState({ offer: { ...liveOffer, balanceUsd } });
  }
}
