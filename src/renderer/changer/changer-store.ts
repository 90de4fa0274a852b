import { createStore } from 'zustand/vanilla';
import { createChangerAudio, silent } from './changer-audio.ts';
import { createChoiceActions } from './changer-choice.ts';
import { createMicrophoneActions } from './changer-microphone.ts';
import { createReferenceActions } from './changer-reference.ts';
import type { ChangerStoreDependencies, ChangerStore, ChangerView } from './changer-view.ts';

/** Makes the store of the voice changer: nothing runs. */
export function createChangerStore(dependencies: ChangerStoreDependencies): ChangerStore {
  const { bridge } = dependencies;
  return createStore<ChangerView>()((set, _get, store) => {
    const audio = createChangerAudio(store, dependencies);
    bridge.on('changer.changed', (session) => {
      set({ session });
      if (session.phase === 'off' && audio.isOpen()) {
        void audio.close('off');
      }
    });
    return {
      offer: null,
      choice: dependencies.choice,
      targetKind: 'voice',
      reference: null,
      auditionedId: null,
      outputs: [],
      microphone: 'off',
      session: { phase: 'off', error: null },
      ...silent,
      isMuted: false,
      isMutedByCover: false,
      isPushToTalk: false,
      isTalking: false,
      isBypassed: false,
      isOutputMuted: false,
      routeError: null,

      ...createReferenceActions(store, dependencies),
      ...createChoiceActions(store, audio, dependencies),
      ...createMicrophoneActions(store, audio, dependencies),
    };
  });
}
