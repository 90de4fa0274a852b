import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { JobQueueState, WhenDone } from '../../contract/ipc/queue.ts';

/** State of the job queue from main, and whether its panel is open. */
export interface QueueStoreState {
  readonly queue: JobQueueState;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly refresh: () => Promise<void>;
  readonly pause: (isPaused: boolean) => Promise<void>;
  /** Puts jobs before another one; at the end with null. */
  readonly move: (ids: readonly string[], beforeId: string | null) => Promise<void>;
  readonly runNow: (id: string) => Promise<void>;
  /** Restarts a failed job at its own service; with null all of them. Returns their number. */
  readonly retry: (id: string | null) => Promise<number>;
  readonly clearFinished: () => Promise<void>;
  readonly setWhenDone: (action: WhenDone) => Promise<void>;
}

/** See {@link QueueStoreState}. */
export type QueueStore = StoreApi<QueueStoreState>;

const emptyQueue: JobQueueState = {
  isPaused: false,
  order: [],
  slots: {},
  holds: [],
  whenDone: 'nothing',
  canSleep: false,
  endsAtMs: null,
};

/** Makes the store and listens to main; it is empty until `refresh`. */
export function createQueueStore(bridge: Bridge<Ipc>): QueueStore {
  const store = createStore<QueueStoreState>()((set, get) => ({
    queue: emptyQueue,
    isOpen: false,
    setOpen: (isOpen) => set({ isOpen }),
    refresh: async () => set({ queue: await bridge.call('queue.read', {}) }),
    pause: async (isPaused) => {
      await bridge.call('queue.pause', { isPaused });
    },
    move: async (ids, beforeId) => {
      // Shown at once: a row that jumps back before it lands looks like a refusal.
      const { order: before } = get().queue;
      const order = withMoved(before, ids, beforeId);
      set({ queue: { ...get().queue, order } });
      try {
        await bridge.call('queue.move', { ids: [...ids], beforeId });
      } catch (error) {
        if (get().queue.order === order) {
          set({ queue: { ...get().queue, order: before } });
        }
        throw error;
      }
    },
    runNow: async (id) => {
      await bridge.call('queue.run_now', { id });
    },
    retry: async (id) => (await bridge.call('queue.retry', { id })).count,
    clearFinished: async () => {
      await bridge.call('queue.clear_finished', {});
    },
    setWhenDone: async (action) => {
      await bridge.call('queue.set_when_done', { action });
    },
  }));
  bridge.on('queue.changed', (queue) => store.setState({ queue }));
  return store;
}

function withMoved(
  order: readonly string[],
  ids: readonly string[],
  beforeId: string | null,
): string[] {
  const others = order.filter((id) => !ids.includes(id));
  const at = beforeId === null ? -1 : others.indexOf(beforeId);
  return at === -1 ? [...others, ...ids] : others.toSpliced(at, 0, ...ids);
}
