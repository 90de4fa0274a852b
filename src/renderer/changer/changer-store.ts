import { createStore } from 'zustand/vanilla';
import type { ChangerSettings } from '../../contract/ipc/voice-changer.ts';
import type { VoiceChoice } from '../../contract/settings.ts';
import { toDeviceFailure } from '../session/media-failure.ts';
import { toAppError } from '../app/to-app-error.ts';
import { createChangerAudio, silent } from './changer-audio.ts';
import { createReferenceActions, toTarget } from './changer-reference.ts';
import type { ChangerNeeds, ChangerStore, ChangerView } from './changer-view.ts';

/** Makes the store of the voice changer: nothing runs. */
export function createChangerStore(needs: ChangerNeeds): ChangerStore {
  const { bridge, audition } = needs;
  return createStore<ChangerView>()((set, get, store) => {
    const audio = createChangerAudio(store, needs);
    bridge.on('changer.changed', (session) => {
      set({ session });
      if (session.phase === 'off' && audio.isOpen()) {
        void audio.close('off');
      }
    });
    needs.devices.addEventListener('devicechange', () => void get().refreshOutputs());
    return {
      offer: null,
      choice: needs.choice,
      targetKind: 'voice',
      reference: null,
      heardId: null,
      outputs: [],
      microphone: 'off',
      session: { phase: 'off', error: null },
      ...silent,
      isMuted: false,
      isPushToTalk: false,
      isTalking: false,
      isBypassed: false,
      routeError: null,

      ...createReferenceActions(store, needs),
      loadOffer: async () => {
        try {
          set({ offer: await bridge.call('changer.offer', {}) });
        } catch (error) {
          set({ offer: toAppError(error) });
        }
      },
      refreshOutputs: async () => {
        const all = await needs.devices.enumerateDevices();
        const outputs = all
          .filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '')
          .map(({ deviceId: id, label }) => ({ id, label }));
        set({ outputs });
      },
      choose: async (change) => {
        const choice = { ...get().choice, ...change };
        set({ choice });
        await needs.keep(choice);
        if (
          change.strength !== undefined ||
          change.noiseSuppression !== undefined ||
          change.voiceGate !== undefined
        ) {
          await bridge.call('changer.set', toSettings(choice));
        }
        if (
          change.outputId !== undefined ||
          change.monitorId !== undefined ||
          change.isMonitored !== undefined
        ) {
          await audio.route();
        }
        // Another voice is another session; the microphone stays open.
        if (change.voiceId !== undefined && get().session.phase !== 'off') {
          await get().start();
        }
      },
      setTargetKind: (targetKind) => set({ targetKind }),
      listen: async (voiceId) => {
        set({ heardId: voiceId });
        try {
          const { url } = await bridge.call('changer.sample', { voiceId });
          if (get().heardId === voiceId) {
            await audition.play(url);
          }
        } finally {
          if (get().heardId === voiceId) {
            set({ heardId: null });
          }
        }
      },
      stopListening: () => {
        set({ heardId: null });
        audition.stop();
      },
      start: async () => {
        const target = toTarget(get());
        get().stopListening();
        try {
          await audio.open();
        } catch (error) {
          await audio.close(toDeviceFailure(error));
          return;
        }
        try {
          const session = await bridge.call('changer.start', {
            target,
            settings: toSettings(get().choice),
            durationMinutes: get().choice.durationMinutes,
          });
          set({ session });
        } catch (error) {
          await audio.close('off');
          throw error;
        }
      },
      stop: async () => {
        await audio.close('off');
        await bridge.call('changer.stop', {});
      },
      setMuted: (isMuted) => {
        set({ isMuted });
        audio.applyGate();
      },
      setPushToTalk: (isPushToTalk) => {
        set({ isPushToTalk, isTalking: false });
        audio.applyGate();
      },
      setTalking: (isTalking) => {
        if (isTalking !== get().isTalking) {
          set({ isTalking });
          audio.applyGate();
        }
      },
      setBypassed: (isBypassed) => {
        set({ isBypassed });
        audio.bypass(isBypassed);
      },
    };
  });
}

function toSettings({ strength, noiseSuppression, voiceGate }: VoiceChoice): ChangerSettings {
  return { strength, noiseSuppression, voiceGate };
}
