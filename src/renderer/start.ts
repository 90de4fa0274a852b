import { AppError } from '../base/errors.ts';
import type { Ipc } from '../contract/ipc/contract.ts';
import type { Bridge } from '../contract/ipc/kit.ts';
import { addToast, createToasts } from '../ui/toast.tsx';
import { createMessagesStore } from './messages/messages-store.ts';
import type { App } from './app/app-context.ts';
import { listCommands } from './command-list/list-commands.ts';
import { listenToKeyboard } from './commands/keyboard.ts';
import { loadCatalogue } from './i18n/catalogues.ts';
import { createCurrentText } from './i18n/current-text.ts';
import { resolveLanguage } from './i18n/text.ts';
import { openLevelProbe } from './session/level-probe.ts';
import { syncAppearance } from './shell/appearance.ts';
import { syncLanguage } from './shell/sync-language.ts';
import { toErrorToast } from './commands/notices.ts';
import { addFile } from './app/bridge.ts';
import { drawThumbnail } from './jobs/draw-thumbnail.ts';
import { probePlayedMedia } from './jobs/media-facts.ts';
import { openSound } from './jobs/playback/sound-player.ts';
import { createControlStore } from './control/control-store.ts';
import { performLiveAction } from './control/perform-live-action.ts';
import { createCapturesStore } from './live/captures/captures-store.ts';
import { createVirtualCameraStore } from './live/output/virtual-camera-store.ts';
import { type CharactersStore, createCharactersStore } from './live/characters-store.ts';
import { drawCharacter } from './live/canvas/draw-character.ts';
import { createLiveStore } from './live/live-store.ts';
import { createTalkStore } from './live/talk/talk-store.ts';
import { createSpendStore } from './live/spending/spend-store.ts';
import { captureStill } from './live/captures/capture-still.ts';
import { createConversionStore } from './stores/conversion-store.ts';
import { createDevicesStore } from './stores/devices-store.ts';
import { createDraftStore } from './stores/draft-store.ts';
import { createDesktopStore } from './stores/desktop-store.ts';
import { createHotkeysStore } from './stores/hotkeys-store.ts';
import { createJobsStore } from './stores/jobs-store.ts';
import { createQueueStore } from './queue/queue-store.ts';
import { createPersonsStore } from './stores/persons-store.ts';
import { createPresetsStore } from './presets/presets-store.ts';
import { createProfilesStore } from './stores/profiles-store.ts';
import { createServiceStore, type ServiceStore } from './stores/service-store.ts';
import { createSettingsStore } from './stores/settings-store.ts';
import { createViewStore } from './stores/view-store.ts';
import { createVoicesStore } from './stores/voices-store.ts';
import { createWatchStore } from './stores/watch-store.ts';
import { createAudition } from './changer/audition.ts';
import { createChangerStore } from './changer/changer-store.ts';
import { openVirtualAudio } from './changer/virtual-audio.ts';
import { createVirtualMicrophoneStore } from './changer/virtual-microphone-store.ts';
import { openVoiceAudio } from './changer/voice-audio.ts';

/** Creates the gallery with its browser functions. */
function createCharacters(bridge: Bridge<Ipc>): CharactersStore {
  return createCharactersStore({
    bridge,
    addFile,
    captureImage: captureStill,
    renderCharacter: drawCharacter,
  });
}

/** Reads the initial state from main; loads the texts of the shown language. */
async function readStart(bridge: Bridge<Ipc>, service: ServiceStore, desktop: readonly string[]) {
  const [about, settings, profiles, stored] = await Promise.all([
    bridge.call('app.about', {}),
    bridge.call('settings.read', {}),
    bridge.call('profiles.list', {}),
    bridge.call('view.restore', {}),
    service.getState().refresh(),
    // Most people have the language of their desktop.
    loadCatalogue(resolveLanguage('system', desktop)),
  ]);
  await loadCatalogue(resolveLanguage(settings.language, desktop));
  return { about, settings, profiles, stored };
}

/** Reads the initial state from main and creates everything that the page's parts share. */
export async function startPage(bridge: Bridge<Ipc>, target: Window): Promise<App> {
  const service = createServiceStore(bridge);
  const desktop = target.navigator.languages;
  const { about, settings, profiles, stored } = await readStart(bridge, service, desktop);
  const view = createViewStore(stored.state);
  const settingsStore = createSettingsStore(bridge, settings);
  const toasts = createToasts();
  const messages = createMessagesStore();
  const text = createCurrentText(() => settingsStore.getState().settings.language, desktop);
  const devices = createDevicesStore(target.navigator.mediaDevices, openLevelProbe, settings);
  const live = createLiveStore(bridge, () => settingsStore.getState().settings.live);
  const characters = createCharacters(bridge);
  const app: App = {
    bridge,
    about,
    settings: settingsStore,
    profiles: createProfilesStore(bridge, profiles),
    service,
    view,
    devices,
    jobs: createJobsStore(bridge),
    live,
    talk: createTalkStore(bridge),
    spend: createSpendStore({
      live,
      readLimitUsd: () => settingsStore.getState().settings.live.spendLimitUsd,
    }),
    queue: createQueueStore(bridge),
    watch: createWatchStore(bridge),
    characters,
    captures: createCapturesStore(bridge),
    virtualCamera: createVirtualCameraStore(bridge),
    virtualMicrophone: createVirtualMicrophoneStore(bridge),
    persons: createPersonsStore(bridge),
    control: createControlStore(bridge),
    hotkeys: createHotkeysStore(bridge),
    desktop: createDesktopStore(bridge),
    presets: createPresetsStore({ bridge, adopt: characters.getState().adopt }),
    draft: createDraftStore(
      { bridge, addFile, readFacts: probePlayedMedia, drawThumb: drawThumbnail },
      view.getState().jobDraft,
    ),
    changer: createChangerStore({
      bridge,
      addFile,
      openAudio: openVoiceAudio,
      openVirtual: openVirtualAudio,
      audition: createAudition(),
      devices: target.navigator.mediaDevices,
      microphoneId: () => devices.getState().chosen.microphoneId,
      choice: settings.voice,
      store: (voice) => settingsStore.getState().change({ voice }),
    }),
    voices: createVoicesStore({ bridge, openSound }),
    conversion: createConversionStore({ bridge, addFile, readFacts: probePlayedMedia }),
    toasts,
    messages,
    text,
    notify: (toast) => {
      const takeAway = addToast(toasts, toast);
      const forget = messages.getState().add(toast);
      return () => {
        takeAway();
        forget();
      };
    },
    commands: () => listCommands(app),
    act: (action) => performLiveAction(app, action),
    attempt: (action) => attempt(app, action),
  };
  syncAppearance(settingsStore, target, text);
  syncLanguage(settingsStore, desktop, app.attempt);
  listenToKeyboard(app, target);
  return app;
}

/** A failure is shown; a bug is reported as well. */
async function attempt(app: App, action: () => Promise<void>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) {
      reportError(error);
    }
    app.notify(toErrorToast(app, error));
    return false;
  }
}
