import { createStore } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { LiveChoice } from '../../contract/live-choice.ts';
import { createLatestGuard } from '../app/latest-request.ts';
import { LivePageSession } from './session/live-page-session.ts';
import {
  type LiveStore,
  type LiveStoreState,
  offState,
  noSessionState,
} from './session/live-view.ts';
import { toPayableMinutes } from './spending/session-price.ts';

/** Makes the store and listens to main. `readChoice` is how the user wants to go live now. */
export function createLiveStore(bridge: Bridge<Ipc>, readChoice: () => LiveChoice): LiveStore {
  return createStore<LiveStoreState>()((set, get, store) => {
    const session = new LivePageSession(store, bridge, readChoice);
    const beginOffer = createLatestGuard();
    return {
      ...offState,
      ...noSessionState,
      previewError: null,
      camera: null,
      warnings: [],
      end: null,
      offer: null,
      clip: null,
      isTimed: false,
      measuredMs: null,
      loadOffer: async () => {
        const isLatest = beginOffer(); // A service before this one may answer later.
        // A failure of the service is shown in the status bar.
        const offer = await bridge.call('live.offer', {}).catch(() => null);
        if (isLatest()) {
          set({ offer });
        }
      },
      prepare: async (characterId) => {
        if (get().preview !== null) {
          return; // A session runs, which is more than ready.
        }
        try {
          await bridge.call('live.prepare', { characterId });
        } catch {
          // The session does it then, only later.
        }
      },
      goLive: (choice) =>
        session.goLive({
          ...choice,
          durationMinutes: toPayableMinutes(choice.durationMinutes, get().offer),
        }),
      endLive: () => session.endLive(),
      wishPreview: (choice) => session.wishPreview(choice),
      refreshCard: () => session.refreshCard(),
      setCovered: (isCovered) => session.setCovered(isCovered),
      setBypassed: (isBypassed) => session.setBypassed(isBypassed),
      change: (choice, part) => session.change(choice, part),
      setCamera: (camera) => session.setCamera(camera),
      setVoice: (voice) => session.setVoice(voice),
      setClip: (clip) => set({ clip }),
      setTimed: (isTimed) => set({ isTimed, measuredMs: null }),
      noteDelay: (measuredMs) => set({ measuredMs }),
      forgetEnd: () => set({ end: null }),
      forgetWarnings: (read) =>
        set(({ warnings }) => ({
          warnings: warnings.filter((warning) => !read.includes(warning)),
        })),
    };
  });
}
