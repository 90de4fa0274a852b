import { createStore } from 'zustand/vanilla';
import { createChangerAudio, silent } from './changer-audio.ts';
import { createChoiceActions } from './changer-choice.ts';
import { createMicrophoneActions } from './changer-microphone.ts';
import { createReferenceActions } from './changer-reference.ts';
import type { ChangerNeeds, ChangerStore, ChangerView } from './changer-view.ts';

/** Makes the store of the voice changer: nothing runs. */
export function createChangerStore(needs: ChangerNeeds): ChangerStore {
  const { bridge } = needs;
  return createStore<ChangerView>()((set, _get, store) => {
    const audio = createChangerAudio(store, needs);
    bridge.on('changer.changed', (session) => {
      set({ session });
      if (session.phase === 'off' && audio.isOpen()) {
        void audio.close('off');
      }
    });
    return {
      offer: null,
      choice: needs.choice,
      targetKind: 'voice',
      reference: null,
      auditionedId: null,
      outputs: [],
      microphone: 'off',
      session: { phase: 'off', error: null },
      ...silent,
      isMuted: false,
      isPushToTalk: false,
      isTalking: false,
      isBypassed: false,
      isOutputMuted: false,
      routeError: null,

      ...createReferenceActions(store, needs),
      ...createChoiceActions(store, audio, needs),
      ...createMicrophoneActions(store, audio, needs),
    };
  });
}
