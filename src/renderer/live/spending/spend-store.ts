import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LiveStore } from '../session/live-view.ts';
import { roundingSlack, toSpentUsd } from './session-price.ts';

/** Time to answer before the session ends, in milliseconds. */
const answerMs = 60_000;

/** The limit that a session has reached. */
export interface ReachedLimit {
  readonly limitUsd: number;
  /** New limit when the user continues. */
  readonly nextLimitUsd: number;
}

/**
 * User's cost limit of a session. When it is reached the card is shown, and the user is asked; without an
 * answer the session ends.
 */
export interface SpendState {
  /** Null while nothing is asked. */
  readonly question: ReachedLimit | null;
  /** Uncovers the output, until the same amount is spent again. */
  readonly confirm: () => void;
  readonly end: () => Promise<void>;
}

/** See {@link SpendState}. */
export type SpendStore = StoreApi<SpendState>;

/** Makes the store, which follows the session. */
export function createSpendStore({
  live,
  readLimitUsd,
}: {
  readonly live: LiveStore;
  /** User's limit; null for none. */
  readonly readLimitUsd: () => number | null;
}): SpendStore {
  let raisedUsd = 0;
  let hasCovered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = createStore<SpendState>()((set, get) => {
    const close = (): void => {
      clearTimeout(timer);
      set({ question: null });
    };
    return {
      question: null,
      confirm: () => {
        const { question } = get();
        raisedUsd = question?.nextLimitUsd ?? raisedUsd;
        close();
        if (hasCovered) {
          live.getState().setCovered(false);
        }
      },
      end: async () => {
        close();
        await live.getState().endLive();
      },
    };
  });
  live.subscribe((state) => {
    const { question, end } = store.getState();
    if (state.phase === 'off') {
      raisedUsd = 0;
      if (question !== null) {
        clearTimeout(timer);
        store.setState({ question: null });
      }
      return;
    }
    const [limitUsd, spentUsd] = [readLimitUsd(), toSpentUsd(state)];
    if (limitUsd === null || spentUsd === null || question !== null) {
      return;
    }
    const nowUsd = Math.max(limitUsd, raisedUsd);
    if (spentUsd >= nowUsd - roundingSlack) {
      store.setState({ question: { limitUsd: nowUsd, nextLimitUsd: nowUsd + limitUsd } });
      timer = setTimeout(() => void end(), answerMs);
      hasCovered = !state.isCovered;
      state.setCovered(true);
    }
  });
  return store;
}
