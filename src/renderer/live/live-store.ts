import { createStore } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { LivePageSession } from './live-page-session.ts';
import { type LiveStore, type LiveStoreState, offAir } from './live-view.ts';

/** Makes the store and listens to main. */
export function createLiveStore(bridge: Bridge<Ipc>): LiveStore {
  return createStore<LiveStoreState>()((set, _get, store) => {
    const session = new LivePageSession(store, bridge);
    return {
      ...offAir,
      camera: null,
      warnings: [],
      end: null,
      offer: null,
      clip: null,
      isTimed: false,
      measuredMs: null,
      loadOffer: async () => {
        try {
          set({ offer: await bridge.call('live.offer', {}) });
        } catch {
          set({ offer: null }); // The status bar says what is wrong with the service.
        }
      },
      prepare: async (characterId) => {
        try {
          await bridge.call('live.prepare', { characterId });
        } catch {
          // The session does it then, only later.
        }
      },
      goLive: (choice) => session.goLive(choice),
      endLive: () => session.endLive(),
      setCovered: (isCovered) => session.setCovered(isCovered),
      setBypassed: (isBypassed) => session.setBypassed(isBypassed),
      change: (choice, what) => session.change(choice, what),
      setCamera: (camera) => session.setCamera(camera),
      setClip: (clip) => set({ clip }),
      setTimed: (isTimed) => set({ isTimed, measuredMs: null }),
      noteDelay: (measuredMs) => set({ measuredMs }),
      forgetEnd: () => set({ end: null }),
      forgetWarnings: () => set({ warnings: [] }),
    };
  });
}
