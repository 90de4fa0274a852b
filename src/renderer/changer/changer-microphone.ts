import type { ChangerSettings } from '../../contract/ipc/voice-changer.ts';
import type { VoiceChoice } from '../../contract/settings.ts';
import { toDeviceFailure } from '../session/media-failure.ts';
import type { ChangerAudio } from './changer-audio.ts';
import { toTarget } from './changer-reference.ts';
import type { ChangerStoreDependencies, ChangerStore, ChangerView } from './changer-view.ts';

/** Actions of the store that open and close the microphone with its session, and its mute. */
export function createMicrophoneActions(
  { setState: set, getState: get }: ChangerStore,
  audio: ChangerAudio,
  { bridge }: Pick<ChangerStoreDependencies, 'bridge'>,
): Pick<
  ChangerView,
  | 'start'
  | 'stop'
  | 'setMuted'
  | 'setMutedByCover'
  | 'setPushToTalk'
  | 'setTalking'
  | 'setBypassed'
  | 'setOutputMuted'
> {
  return {
    start: async () => {
      const target = toTarget(get());
      get().stopListening();
      try {
        if (!(await audio.open())) {
          return; // It was stopped, or started again, meanwhile.
        }
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
      set({ isMuted, isMutedByCover: false });
      audio.applyGate();
    },
    setMutedByCover: (isMuted) => {
      if (isMuted ? !get().isMuted : get().isMutedByCover) {
        set({ isMuted, isMutedByCover: isMuted });
        audio.applyGate();
      }
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
    setOutputMuted: (isOutputMuted) => {
      set({ isOutputMuted });
      void audio.route();
    },
    setBypassed: (isBypassed) => {
      set({ isBypassed });
      audio.bypass(isBypassed);
    },
  };
}

/** Settings of a choice that are sent to the session. */
export function toSettings(choice: VoiceChoice): ChangerSettings {
  const { strength, noiseSuppression, voiceGate } = choice;
  return { strength, noiseSuppression, voiceGate };
}
