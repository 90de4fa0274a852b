import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { controlChoiceSchema } from '../../contract/control.ts';
import { liveChoiceSchema } from '../../contract/live-choice.ts';
import { packChoiceSchema } from '../../contract/model-packs.ts';
import { onboardingSchema } from '../../contract/onboarding.ts';
import type { Settings, SettingsPatch } from '../../contract/settings.ts';

/** Settings of the whole app, as stored by main. */
export interface SettingsState {
  readonly settings: Settings;
  /** Changes some settings: shown immediately, reverted when main cannot store them (rejects then). */
  readonly change: (patch: SettingsPatch) => Promise<void>;
}

/** See {@link SettingsState}. */
export type SettingsStore = StoreApi<SettingsState>;

/** Makes the store of the settings and listens to main; `settings` is what main answered at start. */
export function createSettingsStore(bridge: Bridge<Ipc>, settings: Settings): SettingsStore {
  const store = createStore<SettingsState>()((set, get) => ({
    settings,
    change: async (patch) => {
      const before = get().settings;
      set({ settings: mergeSettings(before, patch) });
      try {
        set({ settings: await bridge.call('settings.change', patch) });
      } catch (error) {
        set({ settings: before });
        throw error;
      }
    },
  }));
  bridge.on('settings.changed', (changed) => store.setState({ settings: changed }));
  return store;
}

function mergeSettings(settings: Settings, patch: SettingsPatch): Settings {
  return {
    theme: patch.theme ?? settings.theme,
    language: patch.language ?? settings.language,
    motion: patch.motion ?? settings.motion,
    textScale: patch.textScale ?? settings.textScale,
    downloadResults: patch.downloadResults ?? settings.downloadResults,
    updateFeed: patch.updateFeed === undefined ? settings.updateFeed : patch.updateFeed,
    signResults: patch.signResults ?? settings.signResults,
    hasTray: patch.hasTray ?? settings.hasTray,
    queueSound: patch.queueSound ?? settings.queueSound,
    packs: patch.packs === undefined ? settings.packs : packChoiceSchema.parse(patch.packs),
    packSpeed: patch.packSpeed === undefined ? settings.packSpeed : patch.packSpeed,
    live: patch.live === undefined ? settings.live : liveChoiceSchema.parse(patch.live),
    cameraId: patch.cameraId === undefined ? settings.cameraId : patch.cameraId,
    microphoneId: patch.microphoneId === undefined ? settings.microphoneId : patch.microphoneId,
    voice: patch.voice ?? settings.voice,
    formPresets: patch.formPresets ?? settings.formPresets,
    obs: settings.obs,
    onboarding:
      patch.onboarding === undefined
        ? settings.onboarding
        : onboardingSchema.parse(patch.onboarding),
    shortcuts: patch.shortcuts ?? settings.shortcuts,
    control:
      patch.control === undefined ? settings.control : controlChoiceSchema.parse(patch.control),
  };
}
