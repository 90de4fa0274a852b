import type { VoiceChoice } from '../../contract/settings.ts';
import { createLatestGuard } from '../app/latest-request.ts';
import { toAppError } from '../app/to-app-error.ts';
import type { ChangerAudio } from './changer-audio.ts';
import { toSettings } from './changer-microphone.ts';
import type { ChangerStoreDependencies, ChangerStore, ChangerView } from './changer-view.ts';

/** Settings that an open route applies, and those that require reopening it. */
const routed = [
  'outputId',
  'monitorId',
  'isMonitored',
  'soundMonitor',
  'outputDelayMs',
  'monitorDelayMs',
] as const;
const reopened = ['voiceId', 'hasVirtualMicrophone', 'soundInput'] as const;

/** Actions of the store for choices, their options, and voice samples. */
export function createChoiceActions(
  { setState: set, getState: get }: ChangerStore,
  audio: ChangerAudio,
  { bridge, audition, devices, store }: ChangerStoreDependencies,
): Pick<
  ChangerView,
  'loadOffer' | 'refreshOutputs' | 'choose' | 'setTargetKind' | 'listen' | 'stopListening'
> {
  const beginOffer = createLatestGuard();
  return {
    loadOffer: async () => {
      const isLatest = beginOffer(); // A service before this one may answer later.
      const offer = await bridge.call('changer.offer', {}).catch(toAppError);
      if (isLatest()) {
        set({ offer });
      }
    },
    refreshOutputs: async () => {
      const all = await devices.enumerateDevices();
      const outputs = all
        .filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '')
        .map(({ deviceId: id, label }) => ({ id, label }));
      set({ outputs });
    },
    choose: async (change) => {
      const choice = { ...get().choice, ...change };
      set({ choice });
      await store(choice);
      if (isOneOf(change, ['strength', 'noiseSuppression', 'voiceGate'])) {
        await bridge.call('changer.set', toSettings(choice));
      }
      if (isOneOf(change, routed)) {
        await audio.route();
      }
      // Another voice requires another session, and another microphone another route; an opening starts over.
      const { microphone } = get();
      if (isOneOf(change, reopened) && (microphone === 'on' || microphone === 'starting')) {
        await get().start();
      }
    },
    setTargetKind: (targetKind) => set({ targetKind }),
    listen: async (voiceId) => {
      set({ auditionedId: voiceId });
      try {
        const { url } = await bridge.call('changer.sample', { voiceId });
        if (get().auditionedId === voiceId) {
          await audition.play(url);
        }
      } finally {
        if (get().auditionedId === voiceId) {
          set({ auditionedId: null });
        }
      }
    },
    stopListening: () => {
      set({ auditionedId: null });
      audition.stop();
    },
  };
}

function isOneOf(change: Partial<VoiceChoice>, names: readonly (keyof VoiceChoice)[]): boolean {
  return names.some((name) => change[name] !== undefined);
}
