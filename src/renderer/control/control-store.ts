import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ControlView } from '../../contract/ipc/control.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';

/** The control API as main has it: who may control Guise, and who asks to. */
export interface ControlStoreState {
  readonly view: ControlView;
  readonly refresh: () => Promise<void>;
  /** Answers the shown question; no effect without one. */
  readonly answer: (isAllowed: boolean) => Promise<void>;
  readonly revoke: (id: string) => Promise<void>;
  readonly permit: (id: string, allowsPassthrough: boolean) => Promise<void>;
}

/** See {@link ControlStoreState}. */
export type ControlStore = StoreApi<ControlStoreState>;

/** Makes the store and listens to main; it is empty until `refresh`. */
export function createControlStore(bridge: Bridge<Ipc>): ControlStore {
  const store = createStore<ControlStoreState>()((set, get) => ({
    view: { state: 'off', port: 0, clients: [], question: null },
    refresh: async () => set({ view: await bridge.call('control.read', {}) }),
    answer: async (isAllowed) => {
      const { question } = get().view;
      if (question !== null) {
        await bridge.call('control.answer', { id: question.id, isAllowed });
      }
    },
    revoke: async (id) => {
      await bridge.call('control.revoke', { id });
    },
    permit: async (id, allowsPassthrough) => {
      await bridge.call('control.permit', { id, allowsPassthrough });
    },
  }));
  bridge.on('control.changed', (view) => store.setState({ view }));
  return store;
}
